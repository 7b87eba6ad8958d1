import type { Organization } from '../../api/organization-wire.ts'

/** The rules of an organization that protect it. */
export interface Protections {
  /** Whether browsers give a one-time code. */
  readonly otpEnabled: boolean
  /** Client types that give no code. */
  readonly exempt: readonly string[]
  /** After so many days a person signs in again. */
  readonly days: number
}

/** What holds where an organization says nothing. */
export interface OperatorRules {
  /** The longest a session lasts, in days. */
  readonly maxDays: number
  /** Client types that give no code. */
  readonly exempt: readonly string[]
}

/** How an organization is protected now. */
export function protectionsOf(
  organization: Organization,
  { maxDays, exempt }: OperatorRules,
): Protections {
  return {
    otpEnabled: organization.otp_enabled,
    exempt: organization.otp_exempt_clients ?? exempt,
    days: Math.min(organization.max_session_days ?? maxDays, maxDays),
  }
}

/** A way in which a change makes it easier to get in. */
export type Lowering = 'codes' | 'exempt' | 'length'

/**
 * What a change lowers. Exemptions count while codes are off, too: others rely on them as soon as
 * codes are switched on.
 */
export function loweredBy(now: Protections, wanted: Protections): readonly Lowering[] {
  const isMoreExempt = wanted.exempt.some((client) => !now.exempt.includes(client))
  return [
    ...(now.otpEnabled && !wanted.otpEnabled ? (['codes'] as const) : []),
    ...(isMoreExempt ? (['exempt'] as const) : []),
    ...(wanted.days > now.days ? (['length'] as const) : []),
  ]
}

/** The lengths that can be chosen, in days: the usual ones, what holds, and the longest. */
export function lengths(maxDays: number, current: number): readonly number[] {
  const all = [1, 7, 14, 30, 90, maxDays, current].filter((days) => days <= maxDays)
  return [...new Set(all)].sort((one, other) => one - other)
}
