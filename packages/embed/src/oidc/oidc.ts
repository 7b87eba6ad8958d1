import {
  createOpenidClientOidcProvider,
  type OpenidClientOidcProviderOptions,
} from '@gatehouse/oidc'
import { checkOptions } from '../check-options.ts'
import type { RefreshableProvider } from '../parts/adapters.ts'

/** How people sign in at one provider. */
export interface OidcOptions
  extends Omit<OpenidClientOidcProviderOptions, 'allowHttp' | 'now' | 'tenant'> {
  /** Entra only: the only directory that people may come from, by identifier or domain name. */
  readonly tenant?: string
  /** Whether a provider on this machine may speak plain http; it may not unless given. */
  readonly allowHttp?: boolean
}

/**
 * An identity provider that speaks OpenID Connect. Its metadata is loaded later, so that an unreachable one delays
 * nothing.
 *
 * @throws {TypeError} Naming the option that is missing, unknown or wrong.
 */
export function oidc(options: OidcOptions): RefreshableProvider {
  checkOptions('oidc', options, {
    issuer: 'string',
    clientId: 'string',
    clientSecret: 'string',
    redirectUri: 'string',
    tenant: 'string?',
    allowHttp: 'boolean?',
    timeoutSeconds: 'number?',
  })
  const { allowHttp = false } = options
  return createOpenidClientOidcProvider({ ...options, allowHttp, now: () => new Date() })
}
