/** One field that broke a rule. */
export interface FieldError {
  /** Its name on the wire. */
  readonly field: string
  /** The name of the rule. */
  readonly rule: string
  /** A sentence for people, in English. */
  readonly message: string
}

/** Why a call failed: the content of the problem document, or `unreachable` without an answer. */
export interface ApiError {
  /** A code of the service, whose meaning never changes. */
  readonly code: string
  /** The fields that broke a rule; may be empty. */
  readonly errors: readonly FieldError[]
  /** Seconds after which a retry makes sense. */
  readonly retryAfter?: number
  /** The id by which the operator finds the request; set when the service is at fault. */
  readonly requestId?: string
}

/** The result of a call. */
export type CallResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ApiError }

/** The content of a call. */
export interface CallOptions {
  /** `POST` unless given. */
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The body, sent as JSON. */
  readonly body?: unknown
  /** The access token, sent as `Authorization: Bearer`. */
  readonly token?: string
  /** Whether the browser sends and stores the cookie of a kept session. */
  readonly hasCookie?: true
  /** Whether the request goes on when the page is closed. */
  readonly outlivesPage?: true
}

/** Milliseconds after which the service counts as unreachable. */
const timeoutMs = 20_000

/** Milliseconds that a download may take, since a file may be long. */
const downloadTimeoutMs = 600_000

/** Calls the service. Never rejects. Does not check that the answer has the promised type. */
export function call<Value>(path: string, options: CallOptions): Promise<CallResult<Value>> {
  const read = async (response: Response) =>
    (response.status === 204 ? undefined : await response.json()) as Value
  return exchange(path, options, { accept: 'application/json', timeoutMs, read })
}

/** Downloads a file of JSON Lines. Never rejects. */
export function download(path: string, token: string): Promise<CallResult<Blob>> {
  const read = (response: Response) => response.blob()
  const expected = { accept: 'application/jsonl', timeoutMs: downloadTimeoutMs, read }
  return exchange(path, { method: 'GET', token }, expected)
}

/** A path with a query; empty parameters are left out. */
export function withQuery(
  path: string,
  values: Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => !!entry[1])
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

interface Expected<Value> {
  readonly accept: string
  readonly timeoutMs: number
  readonly read: (response: Response) => Promise<Value>
}

async function exchange<Value>(
  path: string,
  { method = 'POST', body, token, hasCookie, outlivesPage }: CallOptions,
  { accept, timeoutMs: timeout, read }: Expected<Value>,
): Promise<CallResult<Value>> {
  try {
    const response = await fetch(path, {
      method,
      headers: {
        Accept: accept,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      credentials: hasCookie ? 'same-origin' : 'omit',
      keepalive: outlivesPage === true,
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    if (response.ok) return { ok: true, value: await read(response) }
    const problem: unknown = await response.json()
    return { ok: false, error: readApiError(problem, response.headers.get('Retry-After')) }
  } catch {
    // There was no answer, or it did not come from the service itself.
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
