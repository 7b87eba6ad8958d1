/** A login that is not finished, kept in `sessionStorage` so that a reload goes on with it. */
import { effect, signal } from '@preact/signals'
import type { TenantEntry } from '../api/wire.ts'

/** How far a login has come. */
export interface PendingLogin {
  /** Goes on with the login. */
  readonly sessionToken: string
  /** Unknown when a provider handed over nothing but the token. */
  readonly tenants?: readonly TenantEntry[]
  /** Set while a code is on its way. */
  readonly code?: PendingCode
}

/** A code that was mailed. */
export interface PendingCode {
  /** Whose code it is; goes back with the code. */
  readonly username: string
  /** The organization it opens, where that is known: another code can be asked for there. */
  readonly tenantId?: string
  /** In epoch milliseconds. */
  readonly expiresAt: number
}

const storageKey = 'gatehouse.pending'

/** The login that is under way in this tab. */
export const pendingLogin = signal(read())

effect(() => {
  if (pendingLogin.value) sessionStorage.setItem(storageKey, JSON.stringify(pendingLogin.value))
  else sessionStorage.removeItem(storageKey)
})

function read(): PendingLogin | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as PendingLogin | null
    return kept?.sessionToken ? kept : undefined
  } catch {
    return undefined
  }
}
