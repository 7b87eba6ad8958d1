import { findOneTimeToken } from '../account/find-one-time-token.ts'
import { countAgainst } from '../limits/throttle.ts'
import { administratorsOf } from '../mail/tell-administrators.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import { isActive, type Membership } from '../records/account.ts'
import { requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'

/** The token of the mail about an organization that was closed. */
export interface ReopenOrganizationCommand {
  /** The token from the mail. Secret. */
  readonly token: string
  /** The client that sent the request. */
  readonly from: Requester
}

/** The organization is open again. */
export interface OrganizationReopened {
  /** The kind of this outcome. */
  readonly kind: 'organization_reopened'
  /** The display name of the organization. */
  readonly organization: string
}

/**
 * Reopens a closed organization (`POST /api/auth/reopen-organization`): its members can sign in again;
 * sessions that ended stay ended. Any of its administrators can do it, once; then the links of the others
 * stop working.
 *
 * Refusals: `verification_token_invalid`, also after the time has run out or when the account is no longer an
 * administrator; `rate_limited`.
 */
export async function reopenOrganization(
  ports: Ports,
  settings: AuthSettings,
  { token, from }: ReopenOrganizationCommand,
): Promise<OrganizationReopened | Refused> {
  const { otherPerNetwork } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [[otherPerNetwork, from.network]])
  if (tooMany) return tooMany
  return ports.store.transaction(async (tx) => {
    const found = await findClosing(ports, tx, token)
    if (!found) return refused('verification_token_invalid')
    const { account, tenant } = found
    for (const { id } of await administratorsOf(tx, tenant.id)) {
      await tx.oneTimeTokens.removeAll('reopen_organization', id)
      await tx.outbox.cancel(id, 'organization_closing', ports.clock.now())
    }
    await tx.tenants.update({ ...tenant, closesAt: null })
    const subject = { accountId: account.id, tenantId: tenant.id }
    await tx.auditLog.record(requestEvent(from, { kind: 'organization_reopened', ...subject }))
    return { kind: 'organization_reopened', organization: tenant.name }
  })
}

async function findClosing(
  { clock, secrets }: Pick<Ports, 'clock' | 'secrets'>,
  tx: Transaction,
  value: string,
): Promise<Membership | undefined> {
  const digests = secrets.digests('reopen_organization', value)
  const token = await findOneTimeToken(tx, 'reopen_organization', digests)
  if (!token || clock.now() >= token.expiresAt) return undefined
  const account = await tx.accounts.find(token.accountId)
  const tenant = account && (await tx.tenants.find(account.tenantId))
  if (!account || !tenant?.closesAt || account.role === 'user') return undefined
  // Apart from the closing, account and tenant must be active as for a login.
  return isActive({ account, tenant: { ...tenant, closesAt: null } })
    ? { account, tenant }
    : undefined
}
