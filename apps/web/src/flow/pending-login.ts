/** An unfinished login, kept in `sessionStorage` so that it survives a reload. */
import { effect, signal } from '@preact/signals'
import type { TenantEntry } from '../api/wire.ts'
import { tabStorage } from '../session/browser-storage.ts'

/** The state of an unfinished login. */
export interface PendingLogin {
  /** The session token, which continues the login. */
  readonly sessionToken: string
  /** The offered organizations; unknown after a provider's login. */
  readonly tenants?: readonly TenantEntry[]
  /** The address that the person typed, masked; unknown after a provider's login. */
  readonly address?: string
  /** The pending code, if there is one. */
  readonly code?: PendingCode
}

/** A code that was mailed. */
export interface PendingCode {
  /** The username of the account; sent back with the code. */
  readonly username: string
  /** The organization that the code opens, if known: another code can be requested there. */
  readonly tenantId?: string
  /** When it expires, in epoch milliseconds. */
  readonly expiresAt: number
  /** When it may be sent again, in epoch milliseconds; at once unless given. */
  readonly againAt?: number
}

const storageKey = 'gatehouse.pending'

/** The unfinished login of this tab. */
export const pendingLogin = signal(read())

effect(() => {
  const { value } = pendingLogin
  tabStorage.write(storageKey, value && JSON.stringify(value))
})

function read(): PendingLogin | undefined {
  try {
    const kept = JSON.parse(tabStorage.read(storageKey) ?? 'null') as PendingLogin | null
    return kept?.sessionToken ? kept : undefined
  } catch {
    return undefined
  }
}
