/** The address of Keycloak as paths are put behind it: without a slash at its end. */
export function baseUrlOf(url: string): string {
  return url.replace(/\/+$/, '')
}
