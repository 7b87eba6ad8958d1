import { countAgainst } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import { requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import { refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { effectiveClient, openProof } from '../tokens/session-token.ts'
import { loginContext } from './login-work.ts'
import { transition } from './machine.ts'
import { offeredBy } from './offered-by.ts'
import { type LoginOutcome, settle } from './outcome.ts'

/** A session token, and the tenant to enter. */
export interface SelectTenantCommand {
  /** The session token as an earlier step issued it; any text. Secret. */
  readonly sessionToken: string
  /** `Tenant.id` of the tenant to enter; any text. */
  readonly tenantId: string
  /** The client that sent the request, and when the request arrived. */
  readonly from: Requester
}

/**
 * Enters one of the offered tenants (`POST /api/auth/select-tenant`), at login and for switching
 * later. In a tenant with one-time codes a browser is asked for one each time.
 *
 * Refusals: `session_token_invalid`, `tenant_not_offered`, `rate_limited`, `mail_unavailable`.
 */
export async function selectTenant(
  ports: Ports,
  settings: AuthSettings,
  { sessionToken, tenantId, from }: SelectTenantCommand,
): Promise<LoginOutcome> {
  const { otherPerNetwork } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [[otherPerNetwork, from.network]])
  if (tooMany) return tooMany
  const sealed = openProof(ports, settings, { token: sessionToken, at: from.receivedAt })
  if (!sealed) return refused('session_token_invalid')

  const proof = { ...sealed, client: effectiveClient(sealed.client, from.client) }
  return ports.store.transaction(async (tx) => {
    const offered = await offeredBy(tx, proof, { settings, at: from.receivedAt })
    // What the token proves is no longer valid: treat the token as expired (T-14).
    if (offered.length === 0) return refused('session_token_invalid')
    const step = transition(
      { kind: 'tenant_selection', offered },
      { kind: 'tenant_chosen', tenantId },
      loginContext(settings, proof.client),
    )
    const detail = { tenant: step.ok ? tenantId : 'not offered' }
    const [first] = proof.accounts
    const subject = { client: proof.client, detail, ...(first && { accountId: first.accountId }) }
    const outcome = step.ok ? 'ok' : 'refused'
    await tx.auditLog.record(requestEvent(from, { kind: 'tenant_chosen', outcome, ...subject }))
    return settle({ ports, settings, tx, from, proof }, step)
  })
}
