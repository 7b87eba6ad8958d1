import type { RealmView } from './operator/realm-view.ts'

/**
 * Seconds after which a realm can no longer appear whose sign-up was given up: by then the request that was
 * abandoned has ended.
 */
export const lateRealmSeconds = 3600

/**
 * Whether the sign-up of a realm may still be under way, or was given up and its realm not removed yet. A
 * realm without an account of ours was not made by a sign-up.
 */
export function isYoungRealm(
  { accountSince }: Pick<RealmView, 'accountSince'>,
  now: Date,
): boolean {
  if (accountSince === undefined) return false
  return now.getTime() - accountSince.getTime() < lateRealmSeconds * 1000
}
