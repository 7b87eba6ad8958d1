import { agents } from '../../testing/api.ts'

/** A browser as far as HTTP goes: keeps cookies, and follows nothing by itself. */
export interface CookieJar {
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<Response>
  /** The names of its cookies. */
  readonly names: () => readonly string[]
}

/** Opens an empty one. Every host of this machine shares it, as in a browser. */
export function createCookieJar(): CookieJar {
  const cookies = new Map<string, string>()
  return {
    names: () => [...cookies.keys()],
    async get(url, headers = {}) {
      const cookie = Array.from(cookies, (pair) => pair.join('=')).join('; ')
      const response = await fetch(url, {
        redirect: 'manual',
        headers: { 'user-agent': agents.ui, accept: 'text/html', cookie, ...headers },
      })
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';', 1)
        const end = pair.indexOf('=')
        const name = pair.slice(0, end)
        if (line.includes('Max-Age=0')) cookies.delete(name)
        else cookies.set(name, pair.slice(end + 1))
      }
      return response
    },
  }
}
