import type { AccessClaims } from '@gatehouse/auth-core'
import { isAssertedName } from './asserted-name.ts'
import { alwaysHopByHop, namedByConnection } from './hop-by-hop.ts'
import { createNameMemo } from './name-memo.ts'

/** Who asked, as seen from the nearest proxy that is trusted, or from the socket. */
export interface ClientAddress {
  /** An IP address, without a port. */
  readonly address: string
  /** What the client sees at its end: `https` behind a proxy that ends TLS. */
  readonly protocol: 'http' | 'https'
  /** The host that the client asked for; absent in HTTP/1.0. */
  readonly host?: string | undefined
}

/** What the header section of an upstream request is built from, besides the client's own. */
export interface UpstreamContext {
  /** Of the token that was verified for this request. */
  readonly claims: AccessClaims
  /** The value of `Authorization`. */
  readonly authorization: string
  /** For the forwarding headers. */
  readonly client: ClientAddress
  /** Joins the backend's log lines to those of this service. */
  readonly requestId: string
  /** Whether the request opens a WebSocket: the caller adds the handshake's own fields. */
  readonly upgrade?: boolean
}

/**
 * The header section of a request to the backend: what the client sent, less what ends at this hop
 * and what only a gateway may say, then what this gateway says. `Host`, `Connection` and
 * `Transfer-Encoding` are left to what sends the request.
 *
 * Nothing that the client sends removes or doubles a field set here: not `Connection`, not another
 * spelling. Names with `_` are dropped, since many servers cannot tell them from names with `-`.
 * Cookies and everything else pass unchanged.
 *
 * @param rawHeaders Names and values in turn, as `IncomingMessage.rawHeaders` has them.
 * @returns Names and values in turn.
 */
export function upstreamHeaders(
  rawHeaders: readonly string[],
  context: UpstreamContext,
): readonly string[] {
  const { claims, authorization, client, requestId, upgrade = false } = context
  const named = namedByConnection(rawHeaders)
  const headers: string[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    const { dropped, lowerCase, ofHandshake } = headerRuleOf(name)
    if (dropped || named?.has(lowerCase) === true || (upgrade && ofHandshake)) continue
    headers.push(name, rawHeaders[index + 1] ?? '')
  }
  headers.push('Authorization', authorization, ...identityHeaders(claims))
  headers.push('X-Forwarded-For', client.address, 'X-Forwarded-Proto', client.protocol)
  if (client.host !== undefined) headers.push('X-Forwarded-Host', client.host)
  headers.push('X-Request-Id', requestId)
  return headers
}

// `Expect` is answered by this gateway, and a Host that the client chose selects nothing upstream.
const replaced: ReadonlySet<string> = new Set(['authorization', 'expect', 'host'])

const headerRuleOf = createNameMemo((name) => {
  const lowerCase = name.toLowerCase()
  return {
    lowerCase,
    dropped:
      replaced.has(lowerCase) ||
      alwaysHopByHop.has(lowerCase) ||
      name.includes('_') ||
      isAssertedName(name),
    ofHandshake: isHandshakeName(lowerCase),
  }
})

/** The origin is checked here; a backend would compare it with a host that is no longer the same. */
function isHandshakeName(name: string): boolean {
  return name.startsWith('sec-websocket-') || name === 'origin' || name === 'content-length'
}

const known = new WeakMap<AccessClaims, readonly string[]>()

/**
 * What the backend is told about the caller, names and values in turn. All are always there; what
 * a token leaves empty is an empty value.
 *
 * Values are percent-encoded as UTF-8 but for visible ASCII other than `"`, `%`, `,` and `\`.
 * `X-Gatehouse-Groups` separates the encoded groups by commas: split first, then decode each.
 */
export function identityHeaders(claims: AccessClaims): readonly string[] {
  const ready = known.get(claims)
  if (ready !== undefined) return ready
  const headers = Object.entries({
    'X-Gatehouse-User-Id': headerText(claims.userId),
    'X-Gatehouse-Username': headerText(claims.username),
    'X-Gatehouse-Email': headerText(claims.email),
    'X-Gatehouse-Tenant-Id': headerText(claims.tenantId),
    'X-Gatehouse-Role': headerText(claims.role),
    'X-Gatehouse-Machine-Role': headerText(claims.machineRole),
    'X-Gatehouse-Groups': claims.groups.map(headerText).join(','),
    'X-Gatehouse-Source': headerText(claims.source),
  }).flat()
  known.set(claims, headers)
  return headers
}

function headerText(value: string): string {
  return value.toWellFormed().replaceAll(/[^!-~]|["%,\\]/gu, encodeURIComponent)
}
