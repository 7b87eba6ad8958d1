import { secondsAfter } from '../lib/time.ts'
import type { Tenant } from '../records/tenant.ts'
import type { AuthSettings } from '../settings.ts'

/** Seconds after which a session in a tenant ends: the tenant's setting, bounded by the operator's. */
export function longestSessionSeconds(
  { maxSessionSeconds: allowed }: Pick<AuthSettings, 'maxSessionSeconds'>,
  { maxSessionSeconds }: Pick<Tenant, 'maxSessionSeconds'>,
): number {
  return Math.min(maxSessionSeconds ?? allowed, allowed)
}

/** The moment when a session in a tenant ends. @param authTime When a credential was checked. */
export function sessionEnd(
  settings: Pick<AuthSettings, 'maxSessionSeconds'>,
  tenant: Pick<Tenant, 'maxSessionSeconds'>,
  authTime: Date,
): Date {
  return secondsAfter(authTime, longestSessionSeconds(settings, tenant))
}
