/** A JSON object whose fields are not known yet. */
export type Json = Readonly<Record<string, unknown>>

/** An answer of the service, read whole. */
export interface Answer {
  /** The method and path that were asked, without the query. */
  readonly request: string
  /** The HTTP status. */
  readonly status: number
  /** The headers. */
  readonly headers: Headers
  /** The body if it is a JSON object; empty for any other. */
  readonly body: Json
  /** The body as it came. */
  readonly text: string
}

/** An answer in a few words: status, problem code, names of fields. Never a value, which could be a secret. */
export function describeAnswer({ status, body }: Answer): string {
  if (typeof body.code === 'string' && status >= 400) return `${status} \`${body.code}\``
  const fields = Object.keys(body)
  return fields.length === 0 ? `${status}` : `${status} with ${fields.join(', ')}`
}

/** Reads a text as a JSON object; anything else is the empty one. */
export function readObject(text: string): Json {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** Whether a value is a JSON object: no array, not `null`. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
