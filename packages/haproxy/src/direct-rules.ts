import { assertedNames } from '@gatehouse/auth-core/requests'
import { maxLeftSeconds } from './edge-map.ts'
import type { EdgeOptions, EdgeTokens } from './edge-options.ts'
import { literal, quoted } from './quote.ts'

/**
 * The rules by which an edge lets a request through to the backend by itself. `http-request allow` ends the rules of
 * the frontend: what a rule does not know for certain goes to a gateway, which has the whole rules, and answers.
 *
 * A request goes straight on only when its target can be read in one way, its fields say nothing that only a gateway
 * may, its token is spelled as our signer spells it, is signed by a key of the map and within its times, its
 * session has not ended, its claims need no encoding, and a gateway has confirmed the map lately.
 */
export function directRules(options: EdgeOptions): readonly string[] {
  return [
    ...targetRules,
    ...fieldRules,
    ...tokenRules(options),
    ...sessionRules(options.map),
    ...shareRules(options),
    'http-request set-var(txn.direct) bool(true)',
  ]
}

/** Segments of letters, digits, `-`, `_` and dots, and a query of printable ASCII: nothing to decode or resolve. */
const plainTarget =
  '^/api/([A-Za-z0-9_-][A-Za-z0-9_.-]*(/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*/?)?(\\?([!-"$&-~]|%[0-9A-Fa-f][0-9A-Fa-f])*)?$'

const targetRules = [
  'http-request allow unless { method GET HEAD POST PUT PATCH DELETE }',
  `http-request allow unless { url -m reg ${quoted(plainTarget)} }`,
  'http-request allow if { path_beg -i /api/auth /api/terminal }',
]

const tokenForm =
  '^[Bb][Ee][Aa][Rr][Ee][Rr] [A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$'

/**
 * Fields that end at this hop, but for `Connection`, which each request may have. Chunked bodies are among what goes to
 * a gateway, as their trailers cannot be taken out here.
 */
const ofTheHop = [
  ...['expect', 'http2settings', 'keepalive', 'proxyauthenticate', 'proxyauthenticationinfo'],
  ...['proxyauthorization', 'proxyconnection', 'te', 'trailer', 'transferencoding', 'upgrade'],
]

/** Fields that a gateway says in other words. */
const ofGateways = ['destination']

const fieldRules = [
  'http-request allow unless { req.hdr_names -m reg ^[a-z0-9,-]+$ }',
  `http-request allow if { req.hdr_names(:),regsub(-,,g) -m reg ${quoted(assertedPattern())} }`,
  'http-request allow unless { req.fhdr_cnt(host) eq 1 }',
  'http-request allow unless { req.fhdr_cnt(authorization) eq 1 }',
  'http-request allow if { req.fhdr(connection) -m found } !{ req.fhdr(connection) -m reg -i ^(close|keep-alive)$ }',
  'http-request allow if { req.fhdr(cookie) -m sub gatehouse-session= }',
  `http-request allow unless { req.fhdr(authorization) -m reg ${quoted(tokenForm)} }`,
]

/** Names in a row with `:` between them, without their hyphens: what a request has of these decides a gateway. */
function assertedPattern(): string {
  const { whole, beginnings } = assertedNames
  return `(^|:)((${[...whole, ...ofTheHop, ...ofGateways].join('|')})(:|$)|${beginnings.join('|')})`
}

/** Characters of a claim that need no encoding in a header field: visible ASCII but `"`, `%`, `,` and `\`. */
const plain = '[!#$&-+.-[\\]^-~-]*'

/** The same without the brackets, which are taken out of groups. */
const plainGroup = '[!#$&-+.-Z^-~-]*'

const anything = '[^"\\\\]*'

/** The claims as they are issued: all of them, in their order, with plain values where the backend is told them. */
function claimsPattern({ issuer, onlyConfirmed }: EdgeTokens): string {
  const confirmed = ',"email_verified":'
  return [
    `^{"user_id":"${plain}","username":"${plain}","email":"${plain}","tenant_id":"${plain}"`,
    `,"tenant_name":"${anything}","role":"(user|company_admin|super_admin)","machine_role":"${plain}"`,
    `,"groups":\\[("${plainGroup}"(,"${plainGroup}")*)?\\],"identity_provider_id":"${anything}"`,
    `,"source":"(ui|cli|vscode)","iss":${literal(JSON.stringify(issuer))},"iat":[0-9]+,"exp":[0-9]+`,
    `,"jti":"${anything}","sid":"[A-Za-z0-9_-]+","auth_time":[0-9]+`,
    onlyConfirmed ? `${confirmed}true}$` : `(${confirmed}(true|false))?}$`,
  ].join('')
}

/** The places of claims before the first one whose length varies in quotes: groups. */
export const claimPlaces = {
  userId: 4,
  username: 8,
  email: 12,
  tenantId: 16,
  role: 24,
  machineRole: 28,
} as const

/** The expression for what stands at a place of the claims, much faster than a query in JSON. */
export function claimAt(place: number): string {
  return `var(txn.claims),field(${place},\\\\\\")`
}

/** Seconds by which the clock of a gateway may be ahead. */
const clockSkewSeconds = 5

function tokenRules({ map, tokens }: EdgeOptions): readonly string[] {
  return [
    'http-request set-var(txn.bearer) "req.fhdr(authorization),field(2,\' \')"',
    // The map has the whole header as our signer writes it, so algorithm, type and key are compared at once.
    `http-request set-var(txn.key) var(txn.bearer),field(1,.),map_str(${map}),ub64dec`,
    'http-request allow unless { var(txn.key) -m found }',
    'http-request allow unless { var(txn.bearer),jwt_verify(HS256,txn.key) -m int 1 }',
    'http-request set-var(txn.claims) var(txn.bearer),field(2,.),ub64dec',
    `http-request allow unless { var(txn.claims) -m reg ${quoted(claimsPattern(tokens))} }`,
    'http-request set-var(txn.now) date()',
    "http-request set-var(txn.iat) var(txn.claims),json_query('$.iat','int')",
    "http-request allow unless { var(txn.claims),json_query('$.exp','int'),sub(txn.now) -m int gt 0 }",
    `http-request allow unless { var(txn.now),add(${clockSkewSeconds}),sub(txn.iat) -m int ge 0 }`,
    `http-request allow unless { var(txn.iat),add(${tokens.lifetimeSeconds}),sub(txn.now) -m int gt 0 }`,
  ]
}

function sessionRules(map: string): readonly string[] {
  return [
    "http-request set-var(txn.sid) var(txn.claims),json_query('$.sid')",
    `http-request allow if { str(ended.),concat(,txn.sid),map_str(${map},0),sub(txn.iat) -m int ge 0 }`,
    `http-request set-var(txn.contents) str(state.contents),map_str(${map},none)`,
    `http-request allow unless ${leftOf('until', map)} -m int 1:${maxLeftSeconds} } || ${leftOf('alone', map)} -m int gt 0 }`,
  ]
}

/** The seconds that an edge may go by its map, as a gateway has told, or as its file says. */
function leftOf(name: 'until' | 'alone', map: string): string {
  return `{ str(${name}.),concat(,txn.contents),map_str(${map},0),sub(txn.now)`
}

/** Who has as much under way here as the backend may give one, is served by a gateway, which knows a queue. */
function shareRules({ backend: { caps } }: EdgeOptions): readonly string[] {
  return [
    `http-request set-var(txn.user) ${claimAt(claimPlaces.userId)}`,
    `http-request set-var(txn.tenant) ${claimAt(claimPlaces.tenantId)}`,
    'http-request track-sc0 var(txn.user) table users',
    'http-request track-sc1 var(txn.tenant) table tenants',
    'http-request track-sc2 src,ipmask(32,64) table networks',
    `http-request allow if { sc0_conn_cur gt ${caps.perUser} }`,
    `http-request allow if { sc1_conn_cur gt ${caps.perTenant} }`,
    `http-request allow if { sc2_conn_cur gt ${caps.perNetwork} }`,
  ]
}
