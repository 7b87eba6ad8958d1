import { createOpenidClientOidcProvider, type DiscoveringOidcProvider } from '@gatehouse/oidc'
import type { OidcSettings } from '@gatehouse/settings'

/**
 * The identity providers that are on, by their names in addresses. They are asked about themselves
 * later: one that is down holds up nothing else.
 */
export function openProviders({
  providers,
  redirectBaseUrl,
  allowHttp,
}: OidcSettings): ReadonlyMap<string, DiscoveringOidcProvider> {
  return new Map(
    providers.map(({ name, ...provider }) => {
      const redirectUri = `${redirectBaseUrl}/api/auth/oidc/${name}/callback`
      const now = () => new Date()
      return [
        name,
        createOpenidClientOidcProvider({ ...provider, redirectUri, allowHttp, now }),
      ] as const
    }),
  )
}
