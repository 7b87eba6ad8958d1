/**
 * Follows redirects as a browser does, with cookies, and fills in the sign-in page on the way.
 *
 * @param backAt The address at which the provider sends the browser back.
 * @returns The query with which it comes back.
 * @throws {Error} When it does not.
 */
export async function visitByFetch(
  redirectTo: string,
  { backAt, form }: { readonly backAt: string; readonly form: Readonly<Record<string, string>> },
): Promise<string> {
  const cookies = new Map<string, string>()
  let next = redirectTo
  for (let hops = 0; hops < 15; hops += 1) {
    if (next.startsWith(`${backAt}?`)) return next.slice(backAt.length + 1)
    const atPage = next.includes('/interaction/')
    const response = await fetch(next, {
      method: atPage ? 'POST' : 'GET',
      body: atPage ? new URLSearchParams(form) : null,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';', 1)
      const end = pair.indexOf('=')
      cookies.set(pair.slice(0, end), pair.slice(end + 1))
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`stuck: ${await response.text()}`)
    next = new URL(location, next).href
  }
  throw new Error('sent in circles')
}
