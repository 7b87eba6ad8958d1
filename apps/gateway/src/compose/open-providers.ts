import type { DiscoveringOidcProvider } from '@gatehouse/oidc'
import type { OidcSettings } from '@gatehouse/settings'

/**
 * The enabled identity providers, by their names in URLs. Their metadata is loaded later, so that an
 * unreachable one delays nothing else.
 */
export async function openProviders({
  providers,
  redirectBaseUrl,
  allowHttp,
}: OidcSettings): Promise<ReadonlyMap<string, DiscoveringOidcProvider>> {
  if (providers.length === 0) return new Map()
  const { createOpenidClientOidcProvider } = await import('@gatehouse/oidc')
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
