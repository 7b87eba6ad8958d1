import { signal } from '@preact/signals'
import type { CallResult } from '../api/call.ts'
import { ask } from './session-store.ts'

/** An action that needs a recent sign-in. */
export interface Protected {
  /** The action, in a few words. */
  readonly change: string
  /** Why it needs one, in a sentence; that it needs one unless given. */
  readonly lead?: string
  /** Whether it lowers a protection, which all administrators are told. */
  readonly isTold?: boolean
}

/** A code that was mailed, whose login proves that it is the person. */
export interface MailedCode {
  /** The account that it is for. */
  readonly username: string
  /** The session token of the login that waits for it. */
  readonly sessionToken: string
}

/** A sign-in that is requested over the page. */
export interface RecentLogin {
  /** The action that needs it; not set when the person only wants to stay signed in. */
  readonly wanted?: Protected
  /** Set when the password is proven, and a code is all that is missing. */
  readonly code?: MailedCode
  /** Called with whether the person has signed in; `false` if they cancelled. */
  readonly onDone: (isProven: boolean) => void
}

/** Set while a person has to sign in again. */
export const recentLogin = signal<RecentLogin | undefined>(undefined)

/** Asks the person to sign in again, or for the code alone. @returns Whether they did. */
export function proveRecentLogin(wanted?: Protected, code?: MailedCode): Promise<boolean> {
  return new Promise((resolve) => {
    const onDone = (isProven: boolean) => {
      recentLogin.value = undefined
      resolve(isProven)
    }
    recentLogin.value = { ...(wanted && { wanted }), ...(code && { code }), onDone }
  })
}

/**
 * Calls the service for an action that may need a recent sign-in. If it does, the person signs in over the
 * page, and the call is repeated.
 */
export async function askProtected<Value>(
  work: (token: string) => Promise<CallResult<Value>>,
  wanted: Protected,
): Promise<CallResult<Value>> {
  const answer = await ask(work)
  if (answer.ok || answer.error.code !== 'recent_login_required') return answer
  return (await proveRecentLogin(wanted)) ? ask(work) : answer
}
