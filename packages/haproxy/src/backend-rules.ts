import { claimAt, claimPlaces } from './direct-rules.ts'
import type { EdgeOptions } from './edge-options.ts'
import { literal, quoted } from './quote.ts'

/**
 * Header fields of identity, and where their values are in the claims, whose form has been checked: what stands
 * between quotes, counted from the beginning.
 */
const identity = {
  'X-Gatehouse-Username': claimPlaces.username,
  'X-Gatehouse-Email': claimPlaces.email,
  'X-Gatehouse-Role': claimPlaces.role,
  'X-Gatehouse-Machine-Role': claimPlaces.machineRole,
}

/** Fields of an answer that end at this hop, or that only a gateway may set. */
const dropped =
  '^(http2-settings|keep-alive|proxy-.*|te|trailer|upgrade|access-control-.*|x-request-id)$'

/** What the header section of a request becomes on its way to the backend. None of the fields is there yet. */
export function requestRules({ backend, clients }: EdgeOptions): readonly string[] {
  return [
    'http-request add-header X-Gatehouse-User-Id %[var(txn.user)]',
    'http-request add-header X-Gatehouse-Tenant-Id %[var(txn.tenant)]',
    ...Object.entries(identity).map(
      ([name, place]) => `http-request add-header ${name} %[${claimAt(place)}]`,
    ),
    "http-request add-header X-Gatehouse-Source %[var(txn.claims),json_query('$.source')]",
    // The names in a row, as the form of the claims is known.
    `http-request set-var(txn.groups) "var(txn.claims),regsub('^.*\\"groups\\":\\\\[([^]]*)\\\\].*\\$','\\\\1'),regsub('\\"',,g)"`,
    'http-request add-header X-Gatehouse-Groups %[var(txn.groups)]',
    'http-request add-header X-Forwarded-For %[src]',
    `http-request add-header X-Forwarded-Proto ${clients.protocol}`,
    'http-request add-header X-Forwarded-Host %[req.hdr(host)]',
    'http-request add-header X-Request-Id %[unique-id]',
    `http-request set-header Host ${quoted(new URL(backend.url).host)}`,
  ]
}

/** What the header section of the backend's answer becomes on its way to the client. */
export function answerRules({ backend }: EdgeOptions): readonly string[] {
  const origin = literal(backend.url)
  const place = (name: string, before = '') =>
    `http-response set-header ${name} "%[res.fhdr(${name}),regsub('^(${before})${inDoubleQuotes(origin)}(/|/[^/].*)\\$','\\\\1\\\\2',i)]" if { res.fhdr(${name}) -m found }`
  return [
    // It may not turn the connection of a client into another protocol, or name fields that end here.
    'http-response deny deny_status 502 if { status lt 200 }',
    'http-response deny deny_status 502 if { res.fhdr(connection) -m found } !{ res.fhdr(connection) -m reg -i ^(close|keep-alive)$ }',
    `http-response del-header ${quoted(dropped)} -m reg`,
    place('Location'),
    place('Content-Location'),
    // Seconds, and then the place, perhaps in quotes.
    place('Refresh', '[^=]*= *.?'),
    'http-after-response set-header X-Request-Id %[unique-id]',
    'http-after-response add-header Vary Origin',
    'http-after-response set-header Access-Control-Allow-Origin %[var(txn.origin)] if { var(txn.origin) -m found }',
    'http-after-response set-header Access-Control-Expose-Headers "Retry-After, WWW-Authenticate, X-Request-Id, *" if { var(txn.origin) -m found }',
  ]
}

function inDoubleQuotes(text: string): string {
  return text.replaceAll(/[\\"$]/g, '\\$&')
}
