import { findActiveMembership } from '../account/memberships.ts'
import { loweredForTenant } from '../authorization/lowers-protection.ts'
import { isLoginRecent } from '../authorization/recent-login.ts'
import { countAgainst } from '../limits/throttle.ts'
import { tellAdministrators } from '../mail/tell-administrators.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Membership } from '../records/account.ts'
import { requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import type { Tenant } from '../records/tenant.ts'
import { type Invalid, type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { authenticate } from '../tokens/access-token.ts'
import { brokenRules, changedBy, detailOf, type OrganizationChange } from './organization-change.ts'

/** The access token of an administrator. */
export interface ReadOrganizationQuery {
  /** As it came, without `Bearer`. */
  readonly token: string
  /** Who asks. */
  readonly from: Requester
}

/** What an administrator changes; what is left out stays. */
export interface ChangeOrganizationCommand extends ReadOrganizationQuery, OrganizationChange {}

/** The organization as it is now. */
export interface OrganizationRead {
  /** Says which outcome this is. */
  readonly kind: 'organization'
  /** Its whole record. */
  readonly tenant: Tenant
}

/**
 * The caller's organization (`GET /api/auth/organization`).
 *
 * Refusals: `token_invalid`, `token_expired`; `session_ended`, also after a logout; `forbidden`
 * unless they administer it now, whatever the token says; `rate_limited`.
 */
export function readOrganization(
  ports: Ports,
  settings: AuthSettings,
  query: ReadOrganizationQuery,
): Promise<OrganizationRead | Refused> {
  return asAdministrator(ports, settings, {
    ...query,
    work: async (_tx, { tenant }) => ({ kind: 'organization', tenant }),
  })
}

/**
 * Changes the caller's organization (`PATCH /api/auth/organization`). Whoever lowers a protection
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
  return asAdministrator<OrganizationRead | Invalid | Refused>(ports, settings, {
    ...command,
    async work(tx, { account, tenant: before, authTime }) {
      const errors = brokenRules(settings, command)
      if (errors.length > 0) return { kind: 'invalid', errors }
      const tenant = changedBy(before, command)
      const what = loweredForTenant(settings, { before, after: tenant })
      if (what.length > 0 && !isLoginRecent(authTime, from.receivedAt)) {
        return refused('recent_login_required')
      }
      await tx.tenants.update(tenant)
      const detail = { ...detailOf(tenant), ...(what.length > 0 && { lowered: what.join(' ') }) }
      const subject = { accountId: account.id, tenantId: tenant.id, detail }
      const event = requestEvent(from, { kind: 'organization_changed', ...subject })
      await tx.auditLog.record(event)
      if (what.length > 0) await tellAdministrators(ports, tx, { account, tenant, what })
      return { kind: 'organization', tenant }
    },
  })
}

/** Who administers the organization, and when their credential was checked. */
interface Administrator extends Membership {
  readonly authTime: Date
}

interface AdministratorWork<Outcome> extends ReadOrganizationQuery {
  readonly work: (tx: Transaction, by: Administrator) => Promise<Outcome>
}

async function asAdministrator<Outcome>(
  ports: Ports,
  settings: AuthSettings,
  { token, from, work }: AdministratorWork<Outcome>,
): Promise<Outcome | Refused> {
  const { otherPerNetwork } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [[otherPerNetwork, from.network]])
  if (tooMany) return tooMany
  const presented = authenticate(ports, settings, { token, at: from.receivedAt })
  if (presented.kind === 'refused') return presented
  const { userId, sessionId, authTime } = presented.claims
  return ports.store.transaction(async (tx) => {
    const session = await tx.sessions.find(sessionId)
    // A logout leaves its token good for the backend, but not for this.
    if (!session || session.endedAt) return refused('session_ended')
    const membership = await findActiveMembership(tx, userId)
    if (!membership || membership.account.role === 'user') return refused('forbidden')
    return work(tx, { ...membership, authTime })
  })
}
