import { type ActorCommand, authorize } from '../authorization/authorize.ts'
import type { Ports } from '../ports/ports.ts'
import { requestEvent } from '../records/audit.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { findLiveKey, firstKeyId } from './api-keys.ts'

/** The access token of an account, and the key to revoke. */
export interface RevokeApiKeyCommand extends ActorCommand {
  /** `ApiKey.id`, or `first`; any text. */
  readonly id: string
}

/** The key is not accepted any more. */
export interface ApiKeyRevoked {
  /** The kind of this outcome. */
  readonly kind: 'api_key_revoked'
}

/**
 * Revokes one of one's own API keys (`DELETE /api/auth/api-keys/{id}`). Of the first one an empty text
 * is left; it does not come back.
 *
 * Refusals: those of {@link authorize}; `not_found`, also for a key of another account, and for one
 * that was revoked or has expired.
 */
export function revokeApiKey(
  ports: Ports,
  settings: AuthSettings,
  { token, from, id }: RevokeApiKeyCommand,
): Promise<ApiKeyRevoked | Refused> {
  return authorize<ApiKeyRevoked | Refused>(ports, settings, {
    token,
    from,
    action: 'revokeApiKey',
    async work(tx, { account, tenant }) {
      if (id === firstKeyId) {
        if (account.apiKey === '') return refused('not_found')
        await tx.accounts.update({ ...account, apiKey: '', apiKeyLastUsedAt: null })
      } else {
        const key = await findLiveKey(tx, account, { id, now: ports.clock.now() })
        if (!key) return refused('not_found')
        await tx.apiKeys.remove(key.id)
      }
      const subject = { accountId: account.id, tenantId: tenant.id, detail: { key: id } }
      await tx.auditLog.record(requestEvent(from, { kind: 'api_key_revoked', ...subject }))
      return { kind: 'api_key_revoked' }
    },
  })
}
