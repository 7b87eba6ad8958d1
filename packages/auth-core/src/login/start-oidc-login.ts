import { countAgainst } from '../limits/throttle.ts'
import type { OidcProvider } from '../ports/oidc-provider.ts'
import type { Ports } from '../ports/ports.ts'
import type { Requester } from '../records/client.ts'
import type { Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { newAttempt, type OidcAttempt } from './oidc-attempt.ts'

/** The provider to sign in at. */
export interface StartOidcLoginCommand {
  /** One of the names in `Ports.oidcProviders`. */
  readonly provider: string
  /** The client that sent the request. */
  readonly from: Requester
}

/** Where to send the browser, and what to keep for it until the callback. */
export interface OidcLoginStarted {
  /** The kind of this outcome. */
  readonly kind: 'oidc_started'
  /** An absolute address at the provider. */
  readonly redirectTo: string
  /** The attempt for `finishOidcLogin`. Secret: the host keeps it where only this browser can return it. */
  readonly attempt: OidcAttempt
}

/**
 * Makes the authorization request for a login at a provider (`GET /api/auth/oidc/<provider>`).
 *
 * Refusals: `rate_limited`.
 *
 * @throws {PortError} `oidc_provider` while the provider is unknown and does not answer.
 * @throws {TypeError} For a name that is not in `Ports.oidcProviders`: a mistake in the caller.
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

/** The provider of this name. @throws {TypeError} When there is none. */
export function providerNamed(
  { oidcProviders }: Pick<Ports, 'oidcProviders'>,
  name: string,
): OidcProvider {
  const provider = oidcProviders.get(name)
  if (!provider) throw new TypeError(`there is no provider ${name}`)
  return provider
}
