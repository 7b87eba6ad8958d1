import type { CallResult } from '../api/call.ts'
import type { Session } from './session.ts'

/** What calls with the session's token need. */
export interface AskOptions {
  /** The session of this tab now. */
  readonly current: () => Session | undefined
  /** Renews the token at once. */
  readonly renew: () => Promise<void>
  /** Called when the service no longer knows the session. */
  readonly onEnded: () => void
}

/** Calls the service with the current access token. Never rejects. */
export type Ask = <Value>(
  work: (token: string) => Promise<CallResult<Value>>,
) => Promise<CallResult<Value>>

/** Refusals of the token itself. */
const refusals = ['token_invalid', 'token_expired', 'session_ended']

/**
 * Makes an {@link Ask}. After `token_stale` (the rights have changed) it renews the token and repeats the
 * call once, without a message. It also repeats a call whose token was replaced meanwhile.
 */
export function createAsk({ current, renew, onEnded }: AskOptions): Ask {
  return async (work) => {
    const before = current()
    const answer = await work(before?.token ?? '')
    if (answer.ok) return answer
    const { code } = answer.error
    if (code === 'token_stale') await renew()
    else if (!refusals.includes(code)) return answer
    const after = current()
    if (after && after.token !== before?.token) return work(after.token)
    if (after && code !== 'token_stale') onEnded()
    return answer
  }
}
