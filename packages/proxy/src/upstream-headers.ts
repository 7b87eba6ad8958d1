import type { AccessClaims } from '@gatehouse/auth-core'
import { isAssertedName, withoutKeptCookie } from '@gatehouse/auth-core/requests'
import { alwaysHopByHop, namedByConnection } from './hop-by-hop.ts'
import { createNameMemo } from './name-memo.ts'
import { behindHost } from './to-origin-form.ts'

/** The client's address, as seen from the nearest trusted proxy or from the socket. */
export interface ClientAddress {
  /** An IP address, without a port. */
  readonly address: string
  /** The protocol that the client uses: `https` behind a proxy that ends TLS. */
  readonly protocol: 'http' | 'https'
  /** The host that the client asked for; not set in HTTP/1.0. */
  readonly host?: string | undefined
}

/** The values for the header section of an upstream request, besides the client's own fields. */
export interface UpstreamContext {
  /** Of the token that was verified for this request. */
  readonly claims: AccessClaims
  /** The value of `Authorization`. */
  readonly authorization: string
  /** The client's address, for the forwarding headers. */
  readonly client: ClientAddress
  /** The request's id, which links the backend's log lines to those of this service. */
  readonly requestId: string
  /** Whether the request opens a WebSocket: the caller adds the handshake's own fields. */
  readonly upgrade?: boolean
}

/**
 * The header section of a request to the backend: the client's fields, without those that end at this hop and
 * those that only a gateway may set, followed by the gateway's own fields. The sender of the request adds
 * `Host`, `Connection` and `Transfer-Encoding`.
 *
 * No field of the client can remove or repeat a field that is set here, neither through `Connection` nor by
 * another spelling. Names with `_` are dropped, because many servers cannot distinguish them from names with
 * `-`. The cookie of a kept session is taken out, and a `Destination` at the client's host becomes its path; other
 * cookies and fields pass unchanged.
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
    const { changeOf, dropped, lowerCase, ofHandshake } = headerRuleOf(name)
    if (dropped || named?.has(lowerCase) === true || (upgrade && ofHandshake)) continue
    const given = rawHeaders[index + 1] ?? ''
    const value = changeOf?.(given, client) ?? given
    if (value !== '' || given === '') headers.push(name, value)
  }
  headers.push('Authorization', authorization, ...identityHeaders(claims))
  headers.push('X-Forwarded-For', client.address, 'X-Forwarded-Proto', client.protocol)
  if (client.host !== undefined) headers.push('X-Forwarded-Host', client.host)
  headers.push('X-Request-Id', requestId)
  return headers
}

// This gateway answers `Expect`, and a Host chosen by the client must not select anything upstream.
const replaced: ReadonlySet<string> = new Set(['authorization', 'expect', 'host'])

/** What becomes of the values of some fields; `undefined` leaves one as it is. */
const changes: ReadonlyMap<string, (value: string, client: ClientAddress) => string | undefined> =
  new Map([
    ['cookie', withoutKeptCookie],
    ['destination', pathHere],
  ])

/**
 * Where COPY and MOVE go to (RFC 4918, section 10.3). The backend knows no host that is ours, and a path means the same
 * in its place.
 */
function pathHere(destination: string, { host }: ClientAddress): string | undefined {
  const rest = behindHost(destination, host)
  return rest?.startsWith('/') && !rest.startsWith('//') ? rest : undefined
}

const headerRuleOf = createNameMemo((name) => {
  const lowerCase = name.toLowerCase()
  return {
    lowerCase,
    changeOf: changes.get(lowerCase),
    dropped:
      replaced.has(lowerCase) ||
      alwaysHopByHop.has(lowerCase) ||
      name.includes('_') ||
      isAssertedName(name),
    ofHandshake: isHandshakeName(lowerCase),
  }
})

/**
 * Whether a field belongs to the handshake. `Origin` is checked here; the backend would compare it with
 * another host.
 */
function isHandshakeName(name: string): boolean {
  return name.startsWith('sec-websocket-') || name === 'origin' || name === 'content-length'
}

const identityFields = {
  'X-Gatehouse-User-Id': (claims) => headerText(claims.userId),
  'X-Gatehouse-Username': (claims) => headerText(claims.username),
  'X-Gatehouse-Email': (claims) => headerText(claims.email),
  'X-Gatehouse-Tenant-Id': (claims) => headerText(claims.tenantId),
  'X-Gatehouse-Role': (claims) => headerText(claims.role),
  'X-Gatehouse-Machine-Role': (claims) => headerText(claims.machineRole),
  'X-Gatehouse-Groups': (claims) => claims.groups.map(headerText).join(','),
  'X-Gatehouse-Source': (claims) => headerText(claims.source),
} as const satisfies Readonly<Record<string, (claims: AccessClaims) => string>>

const fields = Object.entries(identityFields)

/** The names of the fields that tell a backend about the caller. */
export const identityNames: readonly string[] = Object.keys(identityFields)

const known = new WeakMap<AccessClaims, readonly string[]>()

/**
 * The fields that tell the backend about the caller, names and values in turn. All fields are always present;
 * a missing claim becomes an empty value.
 *
 * Values are percent-encoded as UTF-8, except visible ASCII other than `"`, `%`, `,` and `\`.
 * `X-Gatehouse-Groups` separates the encoded groups by commas: split first, then decode each.
 */
export function identityHeaders(claims: AccessClaims): readonly string[] {
  const ready = known.get(claims)
  if (ready !== undefined) return ready
  const headers = fields.flatMap(([name, read]) => [name, read(claims)])
  known.set(claims, headers)
  return headers
}

function headerText(value: string): string {
  return value.toWellFormed().replaceAll(/[^!-~]|["%,\\]/gu, encodeURIComponent)
}
