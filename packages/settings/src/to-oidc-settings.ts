import { isPartOf, providerSignIn } from '@gatehouse/http-api/editions'
import type { Values } from './setting-groups.ts'
import type { OidcProviderSettings, OidcSettings } from './settings.ts'

/** The identity providers that are on. */
export function toOidcSettings(values: Values): OidcSettings {
  const isPart = isPartOf(values.API_EDITION, providerSignIn)
  return {
    providers: isPart ? [...toProviderA(values), ...toProviderB(values)] : [],
    redirectBaseUrl: values.OIDC_REDIRECT_BASE_URL,
    allowHttp: values.OIDC_ALLOW_HTTP,
  }
}

function toProviderA(values: Values): readonly OidcProviderSettings[] {
  const { PROVIDER_A_CLIENT_ID: clientId, PROVIDER_A_CLIENT_SECRET: clientSecret } = values
  const { PROVIDER_A_TENANT_ID: tenant, PROVIDER_A_ISSUER: issuer } = values
  if (clientId === undefined || clientSecret === undefined) return []
  const entra = `https://login.microsoftonline.com/${tenant ?? 'organizations'}/v2.0`
  return [{ name: 'provider_a', issuer: issuer ?? entra, clientId, clientSecret, tenant }]
}

function toProviderB(values: Values): readonly OidcProviderSettings[] {
  const { PROVIDER_B_CLIENT_ID: clientId, PROVIDER_B_CLIENT_SECRET: clientSecret } = values
  if (clientId === undefined || clientSecret === undefined) return []
  return [{ name: 'provider_b', issuer: values.PROVIDER_B_ISSUER, clientId, clientSecret }]
}
