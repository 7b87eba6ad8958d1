import { type ActorCommand, authorize } from '../authorization/authorize.ts'
import type { Ports } from '../ports/ports.ts'
import type { Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { firstKeyOf, type ListedKey, liveKeysOf } from './api-keys.ts'

/** The access token of an account. */
export type ListApiKeysQuery = ActorCommand

/** The API keys of an account. */
export interface ApiKeysListed {
  /** The kind of this outcome. */
  readonly kind: 'api_keys'
  /** The first one, unless it was revoked; then the others, oldest first. */
  readonly keys: readonly ListedKey[]
}

/**
 * Lists one's own API keys that have not expired (`GET /api/auth/api-keys`).
 *
 * Refusals: those of {@link authorize}.
 */
export function listApiKeys(
  ports: Ports,
  settings: AuthSettings,
  { token, from }: ListApiKeysQuery,
): Promise<ApiKeysListed | Refused> {
  return authorize<ApiKeysListed>(ports, settings, {
    token,
    from,
    action: 'listApiKeys',
    async work(tx, { account }) {
      const further = await liveKeysOf(tx, account, ports.clock.now())
      const first = account.apiKey === '' ? [] : [firstKeyOf(account)]
      return { kind: 'api_keys', keys: [...first, ...further] }
    },
  })
}
