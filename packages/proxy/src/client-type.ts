import type { ClientType } from '@gatehouse/auth-core'
import { createNameMemo } from './name-memo.ts'

/** Product tokens (RFC 9110, section 10.1.5) at the beginning of a `User-Agent`, such as `tool/`. */
export interface ClientAgents {
  /** The tokens of command-line clients (`cli`). */
  readonly cli: readonly string[]
  /** The tokens of editor extensions (`vscode`). */
  readonly vscode: readonly string[]
}

/**
 * Fields that only browsers send, whatever their `User-Agent`. `Sec-Fetch-Mode` is not among them: Node's
 * fetch sends it too, and so every command-line tool in JavaScript.
 */
const browserHeaders = /^(origin|sec-fetch-(?!mode$).*)$/i

/**
 * The client type of a request, from its raw header fields (names and values in turn).
 *
 * The type is `ui`, the strict one, unless there is a single `User-Agent` that begins with a configured
 * product token and a version, and no field of a browser (T-01).
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
