import type { EdgeOptions } from './edge-options.ts'
import { literal, quoted } from './quote.ts'

/** Header fields of identity, and the claims that they carry; groups are a list of their own. */
const identity = {
  'X-Gatehouse-User-Id': 'user_id',
  'X-Gatehouse-Username': 'username',
  'X-Gatehouse-Email': 'email',
  'X-Gatehouse-Tenant-Id': 'tenant_id',
  'X-Gatehouse-Role': 'role',
  'X-Gatehouse-Machine-Role': 'machine_role',
  'X-Gatehouse-Source': 'source',
}

/** Fields that end at this hop, besides those with which a request goes to a gateway. */
const hopByHop = [
  ...['http2-settings', 'keep-alive', 'proxy-authenticate', 'proxy-authentication-info'],
  ...['proxy-authorization', 'proxy-connection', 'te', 'trailer', 'upgrade'],
]

/** What the header section of a request becomes on its way to the backend. */
export function requestRules({ backend, clients }: EdgeOptions): readonly string[] {
  return [
    ...hopByHop.map((name) => `http-request del-header ${name}`),
    ...Object.entries(identity).map(
      ([name, claim]) =>
        `http-request set-header ${name} %[var(txn.claims),json_query('$.${claim}')]`,
    ),
    // The names in a row, as the form of the claims is known.
    `http-request set-var(txn.groups) "var(txn.claims),regsub('^.*\\"groups\\":\\\\[([^]]*)\\\\].*\\$','\\\\1'),regsub('\\"',,g)"`,
    'http-request set-header X-Gatehouse-Groups %[var(txn.groups)]',
    'http-request set-header X-Forwarded-For %[src]',
    `http-request set-header X-Forwarded-Proto ${clients.protocol}`,
    'http-request set-header X-Forwarded-Host %[req.hdr(host)]',
    'http-request set-header X-Request-Id %[unique-id]',
    `http-request set-header Host ${quoted(new URL(backend.url).host)}`,
    // What may have been done is not sent twice.
    'http-request disable-l7-retry unless { method GET HEAD } !{ req.fhdr(content-length) -m found }',
  ]
}

/** What the header section of the backend's answer becomes on its way to the client. */
export function answerRules({ backend }: EdgeOptions): readonly string[] {
  const origin = literal(backend.url)
  const place = (name: string) =>
    `http-response set-header ${name} "%[res.fhdr(${name}),regsub('^${inDoubleQuotes(origin)}(/|/[^/].*)\\$','\\\\1',i)]" if { res.fhdr(${name}) -m found }`
  return [
    // It may not turn the connection of a client into another protocol, or name fields that end here.
    'http-response deny deny_status 502 if { status lt 200 }',
    'http-response deny deny_status 502 if { res.fhdr(connection) -m found } !{ res.fhdr(connection) -m reg -i ^(close|keep-alive)$ }',
    ...hopByHop.map((name) => `http-response del-header ${name}`),
    'http-response del-header access-control- -m beg',
    'http-response del-header x-request-id',
    place('Location'),
    place('Content-Location'),
    'http-after-response set-header X-Request-Id %[unique-id]',
    'http-after-response add-header Vary Origin',
    'http-after-response set-header Access-Control-Allow-Origin %[var(txn.origin)] if { var(txn.origin) -m found }',
    'http-after-response set-header Access-Control-Expose-Headers "Retry-After, WWW-Authenticate, X-Request-Id, *" if { var(txn.origin) -m found }',
  ]
}

function inDoubleQuotes(text: string): string {
  return text.replaceAll(/[\\"$]/g, '\\$&')
}
