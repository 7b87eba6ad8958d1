/** The address of Keycloak without a slash at its end, so that paths can be appended. */
export function baseUrlOf(url: string): string {
  return url.replace(/\/+$/, '')
}
