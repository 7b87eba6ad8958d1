import type { ServerMetadata } from 'openid-client'

/** These can, and do not say so. */
const ofTheseHosts: ReadonlySet<string> = new Set([
  'accounts.google.com',
  'login.microsoftonline.com',
])

/**
 * Whether a provider can be asked to let people choose among their accounts (`prompt` value
 * `select_account`; OpenID Connect Core 1.0, section 3.1.2.1). Without that somebody who came with
 * the wrong one would be sent straight back with it.
 */
export function letsChoose({
  issuer,
  prompt_values_supported: supported,
}: ServerMetadata): boolean {
  if (ofTheseHosts.has(new URL(issuer).hostname)) return true
  return Array.isArray(supported) && supported.includes('select_account')
}
