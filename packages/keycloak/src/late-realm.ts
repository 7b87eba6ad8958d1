import type { RealmView } from './operator/realm-view.ts'

/**
 * Seconds after which a realm whose sign-up was given up does not appear any more: by then a
 * request that was not waited for has ended, one way or the other.
 */
export const lateRealmSeconds = 3600

/**
 * Whether the sign-up of a realm may still be under way, or given up without its realm having been
 * removed yet. A realm in which we have no account was not made by a sign-up.
 */
export function isYoungRealm(
  { accountSince }: Pick<RealmView, 'accountSince'>,
  now: Date,
): boolean {
  if (accountSince === undefined) return false
  return now.getTime() - accountSince.getTime() < lateRealmSeconds * 1000
}
