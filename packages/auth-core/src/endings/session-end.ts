import { secondsAfter } from '../lib/time.ts'
import type { Tenant } from '../records/tenant.ts'
import type { AuthSettings } from '../settings.ts'

/** Seconds after which a session in a tenant is over: what it sets, up to what the operator allows. */
export function longestSessionSeconds(
  { maxSessionSeconds: allowed }: Pick<AuthSettings, 'maxSessionSeconds'>,
  { maxSessionSeconds }: Pick<Tenant, 'maxSessionSeconds'>,
): number {
  return Math.min(maxSessionSeconds ?? allowed, allowed)
}

/** The moment from which a session in a tenant is over. @param authTime When a credential was checked. */
export function sessionEnd(
  settings: Pick<AuthSettings, 'maxSessionSeconds'>,
  tenant: Pick<Tenant, 'maxSessionSeconds'>,
  authTime: Date,
): Date {
  return secondsAfter(authTime, longestSessionSeconds(settings, tenant))
}
