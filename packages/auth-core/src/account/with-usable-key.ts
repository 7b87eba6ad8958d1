import type { Membership } from '../records/account.ts'
import type { AuthSettings } from '../settings.ts'
import { rightsOf } from './rights-of.ts'

/**
 * An account as it is shown to its owner: without an API key that it may not use yet. A backend that
 * does not ask about keys accepts them by itself, and one that no person has seen opens nothing.
 */
export function withUsableKey(
  settings: Pick<AuthSettings, 'unconfirmedAccounts'>,
  { account, tenant }: Membership,
): Membership {
  const { usesApiKey } = rightsOf(settings, account)
  return { account: usesApiKey ? account : { ...account, apiKey: '' }, tenant }
}

/** An account as it is shown to its administrators: they act for its owner nowhere, so not with the key either. */
export function withoutKey({ account, tenant }: Membership): Membership {
  return { account: { ...account, apiKey: '' }, tenant }
}
