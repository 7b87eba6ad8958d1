import type { Outcome } from '../api/call.ts'
import type { RefreshAnswer } from '../api/wire.ts'
import { renewalAt, renewed, type Session } from './session.ts'

/** What renewing needs from the page and the browser. */
export interface KeepFreshOptions {
  readonly current: () => Session | undefined
  readonly refresh: (token: string) => Promise<Outcome<RefreshAnswer>>
  /** Takes the newer session, and tells the other tabs. */
  readonly onRenewed: (session: Session) => void
  /** The service refuses: the person has to sign in again. */
  readonly onEnded: () => void
  readonly now: () => number
}

/** What to do next about the token. */
export interface Freshness {
  /** Renews the token if that is due, or in any case. One at a time; settles when it is done. */
  renew(when: 'if_due' | 'now'): Promise<void>
}

/** Refusals after which no try will help. */
const final = ['token_expired', 'token_invalid', 'session_ended']

/** Renews the token of the current session. */
export function createFreshness(options: KeepFreshOptions): Freshness {
  let underWay: Promise<void> | undefined

  const ask = async (session: Session): Promise<void> => {
    const answer = await options.refresh(session.token)
    // Meanwhile the person may have signed out, or switched to another tenant.
    if (options.current()?.claims.sid !== session.claims.sid) return
    if (answer.ok) {
      const { token, expires_in: expiresIn } = answer.value
      options.onRenewed(renewed(session, { token, expiresIn }, options.now()))
    } else if (final.includes(answer.apiError.code)) options.onEnded()
  }

  return {
    async renew(when) {
      const session = options.current()
      if (!session) return
      if (session.expiresAt <= options.now()) return options.onEnded()
      if (when === 'if_due' && renewalAt(session) > options.now()) return
      underWay ??= ask(session).finally(() => {
        underWay = undefined
      })
      await underWay
    },
  }
}
