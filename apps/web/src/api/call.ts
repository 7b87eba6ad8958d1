/** One field that broke a rule. */
export interface FieldError {
  readonly field: string
  readonly rule: string
  readonly message: string
}

/** Why a call did not work: the problem document, or `unreachable` when there was no answer. */
export interface ApiError {
  readonly code: string
  readonly errors: readonly FieldError[]
  /** Seconds after which it is worth trying again. */
  readonly retryAfter?: number
  /** What the operator finds the request by; there when the fault is the service's. */
  readonly requestId?: string
}

/** What became of a call. */
export type Outcome<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly apiError: ApiError }

/** What a call carries. */
export interface CallOptions {
  readonly method?: 'GET' | 'POST'
  /** Goes out as JSON. */
  readonly body?: unknown
  /** Goes out as `Authorization: Bearer`. */
  readonly token?: string
}

/** After this long the service counts as out of reach, in milliseconds. */
const patienceMs = 20_000

/** Calls the service. Never rejects. The answer is taken for what the route promises. */
export async function call<Value>(
  path: string,
  { method = 'POST', body, token }: CallOptions,
): Promise<Outcome<Value>> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      credentials: 'omit',
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    })
    const answer: unknown = await response.json()
    if (response.ok) return { ok: true, value: answer as Value }
    return { ok: false, apiError: readApiError(answer, response.headers.get('Retry-After')) }
  } catch {
    // No answer, or one that is not from the service itself.
    return { ok: false, apiError: { code: 'unreachable', errors: [] } }
  }
}

/** Reads a problem document (RFC 9457), whoever wrote it. */
export function readApiError(document: unknown, retryAfter: string | null): ApiError {
  const {
    code,
    errors,
    status,
    request_id: id,
  } = Object(document) as Readonly<Record<string, unknown>>
  const seconds = Number(retryAfter)
  return {
    code: typeof code === 'string' ? code : 'unreachable',
    errors: Array.isArray(errors) ? errors.filter(isFieldError) : [],
    ...(seconds > 0 && { retryAfter: seconds }),
    ...(typeof id === 'string' && Number(status) >= 500 && { requestId: id }),
  }
}

function isFieldError(value: unknown): value is FieldError {
  const { field, rule, message } = Object(value) as Readonly<Record<string, unknown>>
  return [field, rule, message].every((part) => typeof part === 'string')
}
