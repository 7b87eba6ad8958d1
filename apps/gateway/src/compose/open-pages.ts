import type { Settings } from '@gatehouse/settings'
import { offeredPages } from '../api/offered-pages.ts'
import { loadPages, type Pages } from '../pages/load-pages.ts'

/**
 * Loads the pages for signing in; `undefined` if the settings switch them off.
 *
 * @throws {Error} When they are not built, or the operator's logo cannot be used.
 */
export function openPages({ auth, edition, http, oidc, pages }: Settings): Pages | undefined {
  if (!pages.on) return undefined
  return loadPages({
    pages,
    publicBaseUrl: http.publicBaseUrl,
    otherOrigins: http.corsAllowedOrigins,
    ...offeredPages(edition),
    signsUp: auth.signUp === 'open',
    maxSessionSeconds: auth.maxSessionSeconds,
    otpExemptClients: auth.otpExemptClients,
    providers: oidc.providers.map(({ name, issuer }) => ({
      name: labelOfIssuer(issuer),
      url: `/api/auth/oidc/${name}`,
    })),
  })
}

const labels: Readonly<Record<string, string>> = {
  'login.microsoftonline.com': 'Microsoft',
  'accounts.google.com': 'Google',
}

/** The name of a provider for people: a known name, else its host. */
function labelOfIssuer(issuer: string): string {
  const { hostname } = new URL(issuer)
  return labels[hostname] ?? hostname
}
