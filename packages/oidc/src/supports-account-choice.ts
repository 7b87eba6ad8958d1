import type { ServerMetadata } from 'openid-client'

/** Hosts of providers that support it without saying so. */
const knownHosts: ReadonlySet<string> = new Set([
  'accounts.google.com',
  'login.microsoftonline.com',
])

/**
 * Whether a provider can let people choose among their accounts (`prompt` value `select_account`; OpenID
 * Connect Core 1.0, section 3.1.2.1). Otherwise a person who is signed in there with the wrong account could
 * not change to another one.
 */
export function supportsAccountChoice({
  issuer,
  prompt_values_supported: supported,
}: ServerMetadata): boolean {
  if (knownHosts.has(new URL(issuer).hostname)) return true
  return Array.isArray(supported) && supported.includes('select_account')
}
