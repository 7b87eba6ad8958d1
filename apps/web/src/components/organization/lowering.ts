import type { Organization } from '../../api/organization-wire.ts'

/** The rules that protect an organization. */
export interface Protections {
  /** Whether browsers are asked for a one-time code. */
  readonly otpEnabled: boolean
  /** Client types that are exempt from the code. */
  readonly exempt: readonly string[]
  /** The longest session in days. */
  readonly days: number
}

/** The rules for an organization without its own. */
export interface OperatorRules {
  /** The longest session in days. */
  readonly maxDays: number
  /** Client types that are exempt from the code. */
  readonly exempt: readonly string[]
}

/** The protections of an organization as they are now. */
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

/** A protection that a change lowers. */
export type Lowering = 'codes' | 'exempt' | 'length'

/**
 * The protections that a change lowers. Exemptions count even while codes are off, because they take effect
 * as soon as codes are switched on.
 */
export function loweredBy(now: Protections, wanted: Protections): readonly Lowering[] {
  const isMoreExempt = wanted.exempt.some((client) => !now.exempt.includes(client))
  return [
    ...(now.otpEnabled && !wanted.otpEnabled ? (['codes'] as const) : []),
    ...(isMoreExempt ? (['exempt'] as const) : []),
    ...(wanted.days > now.days ? (['length'] as const) : []),
  ]
}

/** The lengths to choose from, in days: the usual ones, the current one, and the longest. */
export function lengths(maxDays: number, current: number): readonly number[] {
  const all = [1, 7, 14, 30, 90, maxDays, current].filter((days) => days <= maxDays)
  return [...new Set(all)].sort((one, other) => one - other)
}
