import type { ClientType } from '../records/client.ts'

/** Product tokens (RFC 9110, section 10.1.5) at the beginning of a `User-Agent`, such as `tool/`. */
export interface ClientAgents {
  /** The tokens of command-line clients (`cli`). */
  readonly cli: readonly string[]
  /** The tokens of editor extensions (`vscode`). */
  readonly vscode: readonly string[]
}

/**
 * Whether only browsers send a field, whatever their `User-Agent`. `Sec-Fetch-Mode` is not among them: Node's
 * fetch sends it too, and so every command-line tool in JavaScript.
 *
 * @param name In lower case.
 */
function isOfBrowsers(name: string): boolean {
  return name === 'origin' || (name.startsWith('sec-fetch-') && name !== 'sec-fetch-mode')
}

/**
 * The client type of a request, from its raw header fields (names and values in turn).
 *
 * The type is `ui`, the strict one, unless there is a single `User-Agent` that begins with a configured
 * product token and a version, and no field of a browser (T-01).
 */
export function clientType(rawHeaders: readonly string[], agents: ClientAgents): ClientType {
  const userAgents: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const field = rawHeaders[index] ?? ''
    // Few names begin so, and most need not be converted to lower case.
    if (!beginnings.has(field.charCodeAt(0))) continue
    const name = field.toLowerCase()
    if (isOfBrowsers(name)) return 'ui'
    if (name === 'user-agent') userAgents.push(rawHeaders[index + 1] ?? '')
  }
  const [userAgent, ...others] = userAgents
  if (userAgent === undefined || others.length > 0) return 'ui'
  if (agents.cli.some((product) => names(userAgent, product))) return 'cli'
  return agents.vscode.some((product) => names(userAgent, product)) ? 'vscode' : 'ui'
}

/** The first letters of `Origin`, `Sec-Fetch-…` and `User-Agent`. */
const beginnings: ReadonlySet<number> = new Set(
  Array.from('OoSsUu', (letter) => letter.charCodeAt(0)),
)

function names(userAgent: string, product: string): boolean {
  return userAgent.startsWith(product) && /^\d/.test(userAgent.slice(product.length))
}
