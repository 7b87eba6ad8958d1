import type { CallResult } from '../api/call.ts'
import type { RefreshAnswer } from '../api/wire.ts'
import { renewalAt, type Session, withToken } from './session.ts'

/** What the renewal needs from the page and the browser. */
export interface TokenRenewalOptions {
  /** The session of this tab now. */
  readonly current: () => Session | undefined
  /** Asks the service for a newer token. */
  readonly refresh: (token: string) => Promise<CallResult<RefreshAnswer>>
  /** Called with the newer session. */
  readonly onRenewed: (session: Session) => void
  /** Called when the token is no longer good. Resolves to whether the service was reached, if it was asked. */
  readonly onEnded: () => Promise<boolean>
  /** The current time in epoch milliseconds. */
  readonly now: () => number
}

/** Renews the token of a session. */
export interface TokenRenewal {
  /**
   * Renews the token, `if_due` or in any case. Concurrent calls share one request.
   *
   * @returns Whether another attempt soon makes sense: `false` when the service did not answer, or does not now.
   */
  renew(when: 'if_due' | 'now'): Promise<boolean>
}

/** Refusals after which a retry is useless. */
const finalRefusals = ['token_expired', 'token_invalid', 'session_ended']

/** The renewal of the current session's token. */
export function createTokenRenewal(options: TokenRenewalOptions): TokenRenewal {
  let underWay: Promise<boolean> | undefined

  const ask = async (session: Session): Promise<boolean> => {
    const answer = await options.refresh(session.token)
    // The person may have signed out, or changed the tenant meanwhile.
    if (options.current()?.claims.sid !== session.claims.sid) return true
    if (answer.ok) {
      const { token, expires_in: expiresIn } = answer.value
      options.onRenewed(withToken(session, { token, expiresIn }, options.now()))
      return true
    }
    return finalRefusals.includes(answer.error.code) && options.onEnded()
  }

  return {
    async renew(when) {
      const session = options.current()
      if (!session) return true
      if (session.expiresAt <= options.now()) return options.onEnded()
      if (when === 'if_due' && renewalAt(session) > options.now()) return true
      underWay ??= ask(session).finally(() => {
        underWay = undefined
      })
      return underWay
    },
  }
}
