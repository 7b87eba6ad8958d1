import { parseDisplayName } from '../identity/display-name.ts'
import type { ClientType } from '../records/client.ts'
import type { Tenant } from '../records/tenant.ts'
import type { FieldError } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'

/** The fields of an organization that can be changed; a field that is left out stays. */
export interface OrganizationChange {
  /** The display name. */
  readonly name?: string | undefined
  /** Whether browsers are asked for a one-time code. */
  readonly otpEnabled?: boolean | undefined
  /** Client types that are never asked for a code; `null` for the operator's list. */
  readonly otpExemptClients?: readonly ClientType[] | null | undefined
  /** Days after a login in which a session can be refreshed; `null` for the operator's setting. */
  readonly maxSessionDays?: number | null | undefined
}

const secondsPerDay = 86_400

/** After how many days at least no token is refreshed: an hour. */
export const sessionDaysConstraints = { minimum: 1 / 24 } as const

/** Every rule that a change breaks. */
export function brokenRules(
  { maxSessionSeconds }: Pick<AuthSettings, 'maxSessionSeconds'>,
  { name, maxSessionDays }: OrganizationChange,
): readonly FieldError[] {
  const errors: FieldError[] = []
  const named = name === undefined ? undefined : parseDisplayName(name)
  if (named?.ok === false) {
    errors.push({ field: 'name', rule: named.rule, message: named.message })
  }
  const longest = maxSessionSeconds / secondsPerDay
  const isSet = maxSessionDays !== null && maxSessionDays !== undefined
  // Said so that NaN breaks the rule.
  if (isSet && !(maxSessionDays >= sessionDaysConstraints.minimum && maxSessionDays <= longest)) {
    const message = 'A session lasts an hour at least, and no longer than the operator allows.'
    errors.push({ field: 'maxSessionDays', rule: 'range', message })
  }
  return errors
}

/** The organization after a change. */
export function changedBy(tenant: Tenant, change: OrganizationChange): Tenant {
  const { name, otpEnabled, otpExemptClients, maxSessionDays } = change
  const maxSessionSeconds = secondsOf(maxSessionDays)
  return {
    ...tenant,
    name: name ?? tenant.name,
    otpEnabled: otpEnabled ?? tenant.otpEnabled,
    otpExemptClients: otpExemptClients === undefined ? tenant.otpExemptClients : otpExemptClients,
    maxSessionSeconds:
      maxSessionSeconds === undefined ? tenant.maxSessionSeconds : maxSessionSeconds,
  }
}

/** The details of a changed organization for the audit log. */
export function detailOf(tenant: Tenant): Readonly<Record<string, string>> {
  return {
    name: tenant.name,
    otp_enabled: String(tenant.otpEnabled),
    otp_exempt_clients: tenant.otpExemptClients?.join(' ') ?? 'default',
    max_session_seconds: String(tenant.maxSessionSeconds ?? 'default'),
  }
}

function secondsOf(days: number | null | undefined): number | null | undefined {
  return days === null || days === undefined ? days : Math.round(days * secondsPerDay)
}
