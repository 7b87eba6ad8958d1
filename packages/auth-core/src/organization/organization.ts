import { findActiveMembership } from '../account/memberships.ts'
import { countAgainst } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import { requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import type { Tenant } from '../records/tenant.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { authenticate } from '../tokens/access-token.ts'

/** The access token of an administrator. */
export interface ReadOrganizationQuery {
  /** As it came, without `Bearer`. */
  readonly token: string
  /** Who asks. */
  readonly from: Requester
}

/** What an administrator changes; what is left out stays. */
export interface ChangeOrganizationCommand extends ReadOrganizationQuery {
  /** Whether browsers are asked for a one-time code. */
  readonly otpEnabled?: boolean | undefined
}

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
 * Refusals: `token_invalid`, `token_expired`, `rate_limited`; `forbidden` unless they administer it now, whatever
 * the token says.
 */
export function readOrganization(
  ports: Ports,
  settings: AuthSettings,
  query: ReadOrganizationQuery,
): Promise<OrganizationRead | Refused> {
  return asAdministrator(ports, settings, { ...query, work: async (_tx, tenant) => tenant })
}

/** Changes the caller's organization (`PATCH /api/auth/organization`). Refusals: as for reading. */
export function changeOrganization(
  ports: Ports,
  settings: AuthSettings,
  command: ChangeOrganizationCommand,
): Promise<OrganizationRead | Refused> {
  const work = async (tx: Transaction, tenant: Tenant, accountId: string) => {
    const changed = { ...tenant, otpEnabled: command.otpEnabled ?? tenant.otpEnabled }
    await tx.tenants.update(changed)
    const detail = { otp_enabled: String(changed.otpEnabled) }
    const fact = { kind: 'organization_changed', accountId, tenantId: tenant.id, detail } as const
    await tx.auditLog.record(requestEvent(command.from, fact))
    return changed
  }
  return asAdministrator(ports, settings, { ...command, work })
}

interface AdministratorWork extends ReadOrganizationQuery {
  readonly work: (tx: Transaction, tenant: Tenant, accountId: string) => Promise<Tenant>
}

async function asAdministrator(
  ports: Ports,
  settings: AuthSettings,
  { token, from, work }: AdministratorWork,
): Promise<OrganizationRead | Refused> {
  const { otherPerNetwork } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [[otherPerNetwork, from.network]])
  if (tooMany) return tooMany
  const presented = authenticate(ports, settings, { token, at: from.receivedAt })
  if (presented.kind === 'refused') return presented
  return ports.store.transaction(async (tx) => {
    const membership = await findActiveMembership(tx, presented.claims.userId)
    if (!membership) return refused('forbidden')
    const { account, tenant } = membership
    if (account.role === 'user') return refused('forbidden')
    return { kind: 'organization', tenant: await work(tx, tenant, account.id) }
  })
}
