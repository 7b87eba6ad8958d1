import { countAgainst } from '../limits/throttle.ts'
import type { OidcProvider } from '../ports/oidc-provider.ts'
import type { Ports } from '../ports/ports.ts'
import type { Requester } from '../records/client.ts'
import type { Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { newAttempt, type OidcAttempt } from './oidc-attempt.ts'

/** Where somebody wants to sign in. */
export interface StartOidcLoginCommand {
  /** One of the names in `Ports.oidcProviders`. */
  readonly provider: string
  readonly from: Requester
}

/** Where to send the browser, and what to keep for it until it is back. */
export interface OidcLoginStarted {
  readonly kind: 'oidc_started'
  readonly redirectTo: string
  readonly attempt: OidcAttempt
}

/**
 * Sends somebody to a provider (`GET /api/auth/oidc/<provider>`).
 *
 * Refusals: `rate_limited`.
 *
 * @throws {PortError} `oidc_provider` while nothing is known of the provider and it does not answer.
 * @throws {TypeError} For a provider that is not there: a mistake in the caller.
 */
export async function startOidcLogin(
  ports: Ports,
  settings: AuthSettings,
  { provider, from }: StartOidcLoginCommand,
): Promise<OidcLoginStarted | Refused> {
  const { otherPerNetwork } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [[otherPerNetwork, from.network]])
  if (tooMany) return tooMany
  const { redirectTo, transaction } = await providerNamed(ports, provider).start()
  const attempt = newAttempt(provider, transaction, from.receivedAt)
  return { kind: 'oidc_started', redirectTo, attempt }
}

/** @throws {TypeError} When there is none of that name. */
export function providerNamed(
  { oidcProviders }: Pick<Ports, 'oidcProviders'>,
  name: string,
): OidcProvider {
  const provider = oidcProviders.get(name)
  if (!provider) throw new TypeError(`there is no provider ${name}`)
  return provider
}
