import { signal } from '@preact/signals'
import type { CallResult } from '../api/call.ts'
import { ask } from './session-store.ts'

/** An action that needs a recent sign-in. */
export interface Protected {
  /** The action, in a few words. */
  readonly change: string
  /** Whether it lowers a protection, which all administrators are told. */
  readonly isTold?: boolean
}

/** A sign-in that is requested over the page. */
export interface RecentLogin {
  /** The action that needs it; not set when the person only wants to stay signed in. */
  readonly wanted?: Protected
  /** Called with whether the person has signed in; `false` if they cancelled. */
  readonly onDone: (isProven: boolean) => void
}

/** Set while a person has to sign in again. */
export const recentLogin = signal<RecentLogin | undefined>(undefined)

/** Asks the person to sign in again. @returns Whether they did. */
export function proveRecentLogin(wanted?: Protected): Promise<boolean> {
  return new Promise((resolve) => {
    const onDone = (isProven: boolean) => {
      recentLogin.value = undefined
      resolve(isProven)
    }
    recentLogin.value = { ...(wanted && { wanted }), onDone }
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
