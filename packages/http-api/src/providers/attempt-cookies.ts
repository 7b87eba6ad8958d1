import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type OidcAttempt, oidcAttemptSeconds } from '@gatehouse/auth-core'
import * as v from 'valibot'

/** Encrypts text, and detects changes to it. */
export interface AttemptSealer {
  /**
   * Encrypts a text for this context.
   *
   * @param context The purpose of the text; it is authenticated, not stored.
   */
  seal(text: string, context: string): string
  /** Decrypts a text. @throws {Error} For a text that was not sealed for this context. */
  open(sealed: string, context: string): string
}

/** Keeps attempts to sign in at a provider in the browser that makes them (T-44). */
export interface AttemptCookies {
  /** The `Set-Cookie` values that store an attempt; the oldest of too many are removed. */
  give(request: Pick<IncomingMessage, 'headers'>, attempt: OidcAttempt): readonly string[]
  /** The attempt for a callback with this `state`, and the cookies that remove it. */
  take(request: Pick<IncomingMessage, 'headers'>, state: string): TakenAttempt
}

/** The attempt that a browser brought back, and the cookies to set in the answer. */
export interface TakenAttempt {
  /** The attempt; `null` when this browser has none. */
  readonly attempt: OidcAttempt | null
  /** `Set-Cookie` values that remove the used cookies; empty when there were none. */
  readonly setCookie: readonly string[]
}

/** How the cookies are protected. */
export interface AttemptCookiesOptions {
  /** Seals their values. */
  readonly sealer: AttemptSealer
  /** `false` for plain http on this machine, where browsers keep no secure cookies. */
  readonly secure: boolean
}

/** The largest number of attempts in one browser; all cookies have to fit into one header section. */
const maxAttempts = 8

const context = 'oidc attempt'

/** A cookie for each attempt, so that two tabs do not disturb each other, named after its `state`. */
export function createAttemptCookies({ sealer, secure }: AttemptCookiesOptions): AttemptCookies {
  // With this prefix, browsers accept the cookie only from this host over TLS (RFC 6265bis, 4.1.3.2).
  const prefix = secure ? '__Host-gatehouse-oidc-' : 'gatehouse-oidc-'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  const nameOf = (state: string) =>
    prefix + createHash('sha256').update(state).digest('base64url').slice(0, 22)
  const removal = (name: string) => `${name}=; Max-Age=0; ${attributes}`

  return {
    give(request, attempt) {
      const names = [...cookiesOf(request).keys()].filter((name) => name.startsWith(prefix))
      // Browsers send the oldest cookies first (RFC 6265, section 5.4).
      const tooMany = names.slice(0, Math.max(0, names.length - maxAttempts + 1))
      const value = sealer.seal(JSON.stringify(attempt), context)
      const name = nameOf(attempt.transaction.state)
      return [
        ...tooMany.map(removal),
        `${name}=${value}; Max-Age=${oidcAttemptSeconds}; ${attributes}`,
      ]
    },

    take(request, state) {
      const name = nameOf(state)
      const sealed = cookiesOf(request).get(name)
      if (sealed === undefined) return { attempt: null, setCookie: [] }
      return { attempt: openAttempt(sealer, sealed), setCookie: [removal(name)] }
    },
  }
}

const attemptSchema = v.object({
  provider: v.string(),
  transaction: v.object({ state: v.string(), nonce: v.string(), codeVerifier: v.string() }),
  expiresAt: v.pipe(
    v.string(),
    v.transform((text) => new Date(text)),
  ),
})

function openAttempt(sealer: AttemptSealer, sealed: string): OidcAttempt | null {
  try {
    const read = v.safeParse(attemptSchema, JSON.parse(sealer.open(sealed, context)))
    return read.success ? read.output : null
  } catch {
    // The cookie was forged, or the master key has changed.
    return null
  }
}

/** The cookies by name; of two with the same name the first one counts. */
export function cookiesOf({
  headers,
}: Pick<IncomingMessage, 'headers'>): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [name = '', ...value] = pair.trim().split('=')
    if (!cookies.has(name)) cookies.set(name, value.join('='))
  }
  return cookies
}
