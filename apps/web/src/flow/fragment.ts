import type { HandOver } from '../session/session.ts'

/** What the address of a page may bring. */
export interface Arrival {
  /** Of a mail link, or an access token that was handed over. */
  readonly token?: string
  readonly sessionToken?: string
  readonly username?: string
  /** Set when a whole session is handed over. */
  readonly handOver?: HandOver
  /** A code of {@link ApiError}; whatever else stands there is no business of the person. */
  readonly error?: string
}

/** Reads the fragment and the query of an address. Nothing of it is trusted to be more than text. */
export function readArrival({ hash, search }: Pick<URL, 'hash' | 'search'>): Arrival {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''))
  const token = fragment.get('token') || undefined
  const sessionToken = fragment.get('session_token') || undefined
  const username = fragment.get('username') || undefined
  const expiresIn = Number(fragment.get('expires_in'))
  const error = new URLSearchParams(search).get('error') ?? ''
  return {
    ...(token && { token }),
    ...(sessionToken && { sessionToken }),
    ...(username && { username }),
    ...(token &&
      expiresIn > 0 && { handOver: { token, expiresIn, ...(sessionToken && { sessionToken }) } }),
    ...(/^[a-z_]{1,64}$/.test(error) && { error }),
  }
}
