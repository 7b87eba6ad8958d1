import type { Refused } from '../refusal.ts'
import type { ForgetSessionCommand, SessionForgotten } from './forget-session.ts'
import type { KeepSessionCommand, SessionKept } from './keep-session.ts'
import type { ResumeSessionCommand, SessionResumed } from './resume-session.ts'

/** The part of `Auth` for devices that keep a session until it ends. */
export interface KeptSessions {
  /**
   * Gives a token that takes up the session of an access token again, for as long as the session may last
   * (`POST /api/auth/kept-session`). A repetition gives another one, which is as good.
   *
   * Refusals: `token_invalid`, `token_expired`, `session_ended`, `token_stale`, `forbidden`, `rate_limited`.
   */
  keepSession(command: KeepSessionCommand): Promise<SessionKept | Refused>

  /**
   * Takes up a kept session again (`POST /api/auth/kept-session/resume`), with the rights that the account has
   * now. Any number of requests with the same token succeed, one after the other or at once.
   *
   * Refusals: `session_ended`, also for what is no kept token; `rate_limited`.
   */
  resumeSession(command: ResumeSessionCommand): Promise<SessionResumed | Refused>

  /**
   * Ends the session that a device keeps (`DELETE /api/auth/kept-session`), as a logout does. Repeating it is
   * harmless.
   *
   * Refusals: `rate_limited`.
   */
  forgetSession(command: ForgetSessionCommand): Promise<SessionForgotten | Refused>
}
