import { actingOn } from '../authorization/acting-on.ts'
import { authorize, type TenantCommand } from '../authorization/authorize.ts'
import { loweredForTenant } from '../authorization/lowers-protection.ts'
import { isLoginRecent } from '../authorization/recent-login.ts'
import { tellAdministrators } from '../mail/tell-administrators.ts'
import type { Ports } from '../ports/ports.ts'
import { requestEvent } from '../records/audit.ts'
import type { Tenant } from '../records/tenant.ts'
import { type Invalid, type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { brokenRules, changedBy, detailOf, type OrganizationChange } from './organization-change.ts'

/** The access token of a member, or of a `super_admin`. */
export type ReadOrganizationQuery = TenantCommand

/** The changes that an administrator makes; a field that is left out stays. */
export interface ChangeOrganizationCommand extends TenantCommand, OrganizationChange {}

/** The organization as it is now. */
export interface OrganizationRead {
  /** The kind of this outcome. */
  readonly kind: 'organization'
  /** The organization's record. */
  readonly tenant: Tenant
}

/**
 * The caller's organization (`GET /api/auth/organization`), or another one for a `super_admin`.
 *
 * Refusals: those of {@link authorize}.
 */
export function readOrganization(
  ports: Ports,
  settings: AuthSettings,
  query: ReadOrganizationQuery,
): Promise<OrganizationRead | Refused> {
  return authorize<OrganizationRead>(ports, settings, {
    ...query,
    action: 'readOrganization',
    work: async (_tx, { target: tenant }) => ({ kind: 'organization', tenant }),
  })
}

/**
 * Changes the caller's organization (`PATCH /api/auth/organization`). A caller who lowers a protection
 * must have logged in lately, and all administrators are told by mail (T-93).
 *
 * Invalid: a field breaks a rule. Refusals: as for reading, and `recent_login_required`.
 */
export function changeOrganization(
  ports: Ports,
  settings: AuthSettings,
  command: ChangeOrganizationCommand,
): Promise<OrganizationRead | Invalid | Refused> {
  const { from } = command
  return authorize<OrganizationRead | Invalid | Refused>(ports, settings, {
    ...command,
    action: 'changeOrganization',
    async work(tx, { account, target: before, session: { authTime } }) {
      const errors = brokenRules(settings, command)
      if (errors.length > 0) return { kind: 'invalid', errors }
      const tenant = changedBy(before, command)
      const what = loweredForTenant(settings, { before, after: tenant })
      if (what.length > 0 && !isLoginRecent(authTime, from.receivedAt)) {
        return refused('recent_login_required')
      }
      await tx.tenants.update(tenant)
      const detail = { ...detailOf(tenant), ...(what.length > 0 && { lowered: what.join(' ') }) }
      const fact = {
        kind: 'organization_changed',
        ...actingOn(account, tenant.id),
        detail,
      } as const
      const event = requestEvent(from, fact)
      await tx.auditLog.record(event)
      if (what.length > 0) await tellAdministrators(ports, tx, { account, tenant, what })
      return { kind: 'organization', tenant }
    },
  })
}
