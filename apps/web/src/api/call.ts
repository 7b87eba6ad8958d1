/** One field that broke a rule. */
export interface FieldError {
  /** Its name on the wire. */
  readonly field: string
  /** The name of the rule. */
  readonly rule: string
  /** A sentence for people, in English. */
  readonly message: string
}

/** Why a call failed: what the problem document says, or `unreachable` when there was no answer. */
export interface ApiError {
  /** A code of the service; it never changes its meaning. */
  readonly code: string
  /** The fields that broke a rule, if that is why. */
  readonly errors: readonly FieldError[]
  /** Seconds after which it is worth trying again. */
  readonly retryAfter?: number
  /** The id by which the operator finds the request; given when the fault is the service's. */
  readonly requestId?: string
}

/** How a call ended. */
export type CallResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ApiError }

/** What a call carries. */
export interface CallOptions {
  /** `POST` unless given. */
  readonly method?: 'GET' | 'POST'
  /** Goes out as JSON. */
  readonly body?: unknown
  /** Goes out as `Authorization: Bearer`. */
  readonly token?: string
}

/** After this long the service counts as out of reach. */
const timeoutMs = 20_000

/** Calls the service. Never rejects. That the answer has the promised type is not checked. */
export async function call<Value>(
  path: string,
  { method = 'POST', body, token }: CallOptions,
): Promise<CallResult<Value>> {
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
      signal: AbortSignal.timeout(timeoutMs),
    })
    const answer: unknown = await response.json()
    if (response.ok) return { ok: true, value: answer as Value }
    return { ok: false, error: readApiError(answer, response.headers.get('Retry-After')) }
  } catch {
    // No answer, or one that is not from the service itself.
    return { ok: false, error: { code: 'unreachable', errors: [] } }
  }
}

/** Reads a problem document (RFC 9457). @param retryAfter The header field, in seconds. */
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
