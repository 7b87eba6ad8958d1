import { longestSessionSeconds } from '../endings/session-end.ts'
import type { Account, Role } from '../records/account.ts'
import type { ClientType } from '../records/client.ts'
import type { LoweredProtection } from '../records/protection.ts'
import type { AuthSettings } from '../settings.ts'
import { rankOf } from './rank.ts'

/** The settings that protect a tenant. `null` stands for the operator's setting. */
export interface TenantProtection {
  /** Whether browsers are asked for a one-time code. */
  readonly otpEnabled: boolean
  /** Client types that are never asked for a code. */
  readonly otpExemptClients: readonly ClientType[] | null
  /** The longest session, in seconds; the operator's setting is the upper bound. */
  readonly maxSessionSeconds: number | null
}

/** The operator's settings that apply behind a tenant's. */
export type OperatorProtection = Pick<AuthSettings, 'otpExemptClients' | 'maxSessionSeconds'>

/** A change: the values before and after. */
export interface Change<Subject> {
  /** The value before the change. */
  readonly before: Subject
  /** The value after the change. */
  readonly after: Subject
}

/**
 * The protections that a change of a tenant lowers. Exemptions count even while codes are off, because they
 * take effect as soon as codes are switched on.
 */
export function loweredForTenant(
  operator: OperatorProtection,
  { before, after }: Change<TenantProtection>,
): readonly LoweredProtection[] {
  const exempt = (one: TenantProtection) => one.otpExemptClients ?? operator.otpExemptClients
  const longest = (one: TenantProtection) => longestSessionSeconds(operator, one)
  const lowered: LoweredProtection[] = []
  if (before.otpEnabled && !after.otpEnabled) lowered.push('codes_off')
  if (exempt(after).some((client) => !exempt(before).includes(client))) {
    lowered.push('clients_exempted')
  }
  if (longest(after) > longest(before)) lowered.push('session_lengthened')
  return lowered
}

/** The fields that make an account powerful. */
export type AccountPower = Pick<Account, 'role' | 'status'>

/**
 * The protections that a change of an account lowers; `null` stands for no account, as before an invitation.
 */
export function loweredForAccount({
  before,
  after,
}: Change<AccountPower | null>): readonly LoweredProtection[] {
  const isRaised = powerOf(after) > powerOf(before) && powerOf(after) > rankOf(weakest)
  return isRaised ? ['role_raised'] : []
}

const weakest: Role = 'user'

function powerOf(account: AccountPower | null): number {
  return account?.status === 'active' ? rankOf(account.role) : 0
}
