import type { CallResult } from '../api/call.ts'
import type { RefreshAnswer } from '../api/wire.ts'
import { type Session, sessionOfHandOver } from './session.ts'
import type { BrowserState } from './stay.ts'

/** What keeping a session needs from the service and the browser. */
export interface KeptSessionOptions {
  /** The routes for the session that the browser keeps. */
  readonly routes: {
    readonly keepSession: (token: string) => Promise<CallResult<unknown>>
    readonly resumeSession: () => Promise<CallResult<RefreshAnswer>>
    readonly forgetSession: () => Promise<CallResult<unknown>>
  }
  /** The state of this browser. */
  readonly state: () => BrowserState | undefined
  /** Notes the state of this browser. */
  readonly noteState: (state: BrowserState | undefined) => void
  /** The current time in epoch milliseconds. */
  readonly now: () => number
}

/** What came of taking up the kept session. */
export type Resumed =
  | { readonly kind: 'resumed'; readonly session: Session }
  /** The browser keeps none. */
  | { readonly kind: 'none' }
  /** The one that it kept is over. */
  | { readonly kind: 'ended' }
  /** The service did not answer, or does not now. */
  | { readonly kind: 'unreachable' }

/** The session that this browser keeps, by a cookie that no script can read. */
export interface KeptSession {
  /** Lets the browser keep a session. One that it keeps already is replaced. */
  keep(session: Session): Promise<void>
  /** Takes up the kept session. */
  resume(): Promise<Resumed>
  /** Ends the kept session. What could not be sent is sent by the next {@link resume}. */
  forget(): Promise<void>
}

/** Keeps, takes up and ends the session that the browser keeps. */
export function createKeptSession(options: KeptSessionOptions): KeptSession {
  const { routes, state, noteState, now } = options
  let keeping: Promise<void> | undefined

  const forget = async () => {
    if (state() !== 'kept' && state() !== 'leaving' && !keeping) return
    noteState('leaving')
    await keeping
    const answer = await routes.forgetSession()
    if (answer.ok && state() === 'leaving') noteState(undefined)
  }

  return {
    async keep({ token }) {
      const work = async () => {
        const answer = await routes.keepSession(token)
        if (answer.ok && state() !== 'leaving') noteState('kept')
      }
      const mine = work().finally(() => {
        if (keeping === mine) keeping = undefined
      })
      keeping = mine
      await mine
    },

    async resume() {
      if (state() === 'leaving') await forget()
      if (state() !== 'kept') return { kind: 'none' }
      const answer = await routes.resumeSession()
      if (!answer.ok && answer.error.code !== 'session_ended') return { kind: 'unreachable' }
      const { token, expires_in: expiresIn } = answer.ok ? answer.value : noToken
      const session = sessionOfHandOver({ token, expiresIn }, now())
      if (session) return { kind: 'resumed', session: { ...session, isKept: true } }
      noteState(undefined)
      return { kind: 'ended' }
    },

    forget,
  }
}

const noToken: RefreshAnswer = { token: '', expires_in: 0 }
