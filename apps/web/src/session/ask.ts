import type { CallResult } from '../api/call.ts'
import type { Session } from './session.ts'

/** What asking with the token of the session needs from the tab. */
export interface AskOptions {
  /** The session of this tab now. */
  readonly current: () => Session | undefined
  /** Renews the token at once. */
  readonly renew: () => Promise<void>
  /** The service knows the session no more. */
  readonly onEnded: () => void
}

/** Asks the service with the access token of now. Never rejects. */
export type Ask = <Value>(
  work: (token: string) => Promise<CallResult<Value>>,
) => Promise<CallResult<Value>>

/** Refusals of the token itself. */
const refusals = ['token_invalid', 'token_expired', 'session_ended']

/**
 * Makes an {@link Ask}. A token whose rights have changed since (`token_stale`) is renewed and the
 * call repeated, once and silently. So is a call whose token another one has replaced meanwhile.
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
