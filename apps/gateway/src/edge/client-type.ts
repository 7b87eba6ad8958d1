import type { ClientType } from '@gatehouse/auth-core'
import { createNameMemo } from '@gatehouse/proxy'

/** Product tokens (RFC 9110, section 10.1.5) that a `User-Agent` begins with, such as `tool/`. */
export interface ClientAgents {
  /** Those of command-line clients (`cli`). */
  readonly cli: readonly string[]
  /** Those of editor extensions (`vscode`). */
  readonly vscode: readonly string[]
}

/**
 * Only browsers send these, whatever name they go by. `Sec-Fetch-Mode` is not among them: the
 * fetch of Node sends it too, and with it every command-line tool that is written in JavaScript.
 */
const browserHeaders = /^(origin|sec-fetch-(?!mode$).*)$/i

/**
 * The client type of a request, from its raw header fields (names and values in turn).
 *
 * Everything is `ui`, the strict one, unless a single `User-Agent` begins with a configured
 * product token followed by a version, and nothing shows a browser (T-01).
 */
export function clientType(rawHeaders: readonly string[], agents: ClientAgents): ClientType {
  const userAgents: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const { ofBrowser, isUserAgent } = kindOf(rawHeaders[index] ?? '')
    if (ofBrowser) return 'ui'
    if (isUserAgent) userAgents.push(rawHeaders[index + 1] ?? '')
  }
  const [userAgent, ...others] = userAgents
  if (userAgent === undefined || others.length > 0) return 'ui'
  if (agents.cli.some((product) => names(userAgent, product))) return 'cli'
  return agents.vscode.some((product) => names(userAgent, product)) ? 'vscode' : 'ui'
}

const kindOf = createNameMemo((name) => ({
  ofBrowser: browserHeaders.test(name),
  isUserAgent: name.toLowerCase() === 'user-agent',
}))

function names(userAgent: string, product: string): boolean {
  return userAgent.startsWith(product) && /^\d/.test(userAgent.slice(product.length))
}
