import { signal } from '@preact/signals'
import type { CallResult } from '../api/call.ts'
import { ask } from './session-store.ts'

/** What a person does that needs a sign-in of the last minutes. */
export interface Protected {
  /** In a few words. */
  readonly change: string
  /** Whether it lowers a protection, which all administrators are told. */
  readonly isTold?: boolean
}

/** A sign-in that is asked for over the page. */
export interface RecentLogin {
  /** What it is for; nothing when the person only wants to stay signed in. */
  readonly wanted?: Protected
  /** Whether they have signed in, or have thought better of it. */
  readonly onDone: (isProven: boolean) => void
}

/** Set while a person has to show that it is them. */
export const recentLogin = signal<RecentLogin | undefined>(undefined)

/** Asks the person to sign in anew. @returns Whether they have. */
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
 * Asks the service for something that may need a sign-in of the last minutes. If it does, the person
 * signs in over the page, and it is asked again.
 */
export async function askProtected<Value>(
  work: (token: string) => Promise<CallResult<Value>>,
  wanted: Protected,
): Promise<CallResult<Value>> {
  const answer = await ask(work)
  if (answer.ok || answer.error.code !== 'recent_login_required') return answer
  return (await proveRecentLogin(wanted)) ? ask(work) : answer
}
