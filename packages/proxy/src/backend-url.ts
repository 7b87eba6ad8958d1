/**
 * Reads the address of the machine backend. Paths go upstream exactly as they were checked, so it has
 * no path of its own.
 * @throws {TypeError} unless it is an http or https origin and nothing more.
 */
export function parseBackendUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`) {
    throw new TypeError('The backend must be given as http(s)://host:port, without a path')
  }
  return url
}
