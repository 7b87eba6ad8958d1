import type { TerminalTarget } from '@gatehouse/proxy'

/** Where a request goes. Only `backend` and `terminal` ever reach the machine backend. */
export type Target =
  | { readonly kind: 'auth'; readonly path: string }
  | { readonly kind: 'own'; readonly path: string }
  | { readonly kind: 'backend'; readonly path: string }
  | ({ readonly kind: 'terminal' } & TerminalTarget)
  | { readonly kind: 'method_not_allowed'; readonly allow: string }
  | { readonly kind: 'malformed'; readonly reason: string }

/**
 * Decides where a request goes from its target exactly as it stood in the request line, before
 * anything decodes or normalises it. What is accepted is what is sent on, byte for byte, so that
 * the path checked is the path the backend sees; a target that two parsers could read as two
 * different paths is `malformed`, whatever it points at.
 *
 * @param rawTarget The request target (RFC 9112, section 3.2). Only origin-form is accepted.
 * @param method The request method as sent.
 * @returns `auth` for the authentication routes, which are never proxied; `own` for everything
 *   outside `/api/`; `path` never includes the query.
 */
export function classifyTarget(rawTarget: string, method: string): Target {
  const mark = rawTarget.indexOf('?')
  const path = mark === -1 ? rawTarget : rawTarget.slice(0, mark)
  const query = mark === -1 ? '' : rawTarget.slice(mark + 1)
  const fault = pathFault(path) ?? queryFault(query)
  if (fault !== undefined) return malformed(fault)
  if (authRoute.test(path)) return { kind: 'auth', path }
  if (!path.startsWith('/api/')) return { kind: 'own', path }
  const [, agentId] = path.endsWith('/ws') ? (terminalRoute.exec(path) ?? []) : []
  if (agentId !== undefined) return classifyTerminal({ path, query, agentId }, method)
  // TRACE would show its sender the headers that the gateway adds (RFC 9110, section 9.3.8).
  return method === 'TRACE'
    ? { kind: 'method_not_allowed', allow: 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS' }
    : { kind: 'backend', path }
}

interface TerminalAddress {
  readonly path: string
  readonly query: string
  readonly agentId: string
}

function classifyTerminal({ path, query, agentId }: TerminalAddress, method: string): Target {
  if (!/^[A-Za-z0-9_-]{1,128}$/.test(agentId)) return malformed('agent id')
  if (method !== 'GET') return { kind: 'method_not_allowed', allow: 'GET' }
  const rest: string[] = []
  const tokens: string[] = []
  for (const parameter of query.split('&')) {
    const [rawName = '', ...rawValue] = parameter.split('=')
    const name = decode(rawName.replaceAll('+', ' '))
    const value = decode(rawValue.join('='))
    if (name === undefined || value === undefined) return malformed('query is not UTF-8')
    if (name.toLowerCase() !== 'token') rest.push(parameter)
    // In another spelling it would not be a token here, but a less strict backend could log it as one.
    else if (name !== 'token') return malformed('token parameter')
    else tokens.push(value)
  }
  const [token, second] = tokens
  if (second !== undefined) return malformed('more than one token')
  const target = { kind: 'terminal', path, agentId, query: rest.join('&') } as const
  return token === undefined ? target : { ...target, token }
}

function pathFault(path: string): string | undefined {
  if (plainPath.test(path)) return misspeltAuthRoute(path) ? 'misspelt auth route' : undefined
  if (!/^\/[!-~]*$/.test(path)) return 'not a path of printable ASCII'
  if (/[#\\]/.test(path)) return 'fragment or backslash'
  if (path.includes('//')) return 'empty segment'
  if (brokenEncoding.test(path)) return 'percent-encoding'
  if (decode(path) === undefined) return 'path is not UTF-8'
  return decodedFault(path) ?? segmentFault(path.split('/'))
}

/** The fault in a path at any depth of percent-encoding: some backends decode %252e to a dot. */
function decodedFault(path: string): string | undefined {
  for (let text = path; ; ) {
    if (encodedDelimiter.test(text)) return 'encoded delimiter'
    if (/\p{Cc}/u.test(text)) return 'encoded control character'
    if (likeAuthRoute.test(text) && !authRoute.test(path)) return 'misspelt auth route'
    const next = decode(text)
    if (next === undefined || next === text) return undefined
    text = next
  }
}

function segmentFault(segments: readonly string[]): string | undefined {
  for (const segment of segments) {
    // Servlet containers remove `;parameters` before they resolve dots.
    const [bare = ''] = segment.split(';', 1)
    if (bare === '.' || bare === '..') return 'dot segment'
    if (bare === '' && segment !== '') return 'empty segment'
  }
  return undefined
}

function queryFault(query: string): string | undefined {
  if (query === '') return undefined
  if (!/^[!-~]*$/.test(query) || query.includes('#')) return 'query is not printable ASCII'
  return brokenEncoding.test(query) ? 'percent-encoding' : undefined
}

function misspeltAuthRoute(path: string): boolean {
  return likeAuthRoute.test(path) && !authRoute.test(path)
}

const terminalRoute = /^\/api\/terminal\/(.*)\/ws$/
// Matches nearly every path: segments of letters, digits, `-`, `_` and dots after one of these. Such a path
// has nothing to decode, no empty segment, and no segment of dots alone.
const plainPath = /^\/(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*\/?)?$/
const authRoute = /^\/api\/auth(?:\/|$)/
// A backend that decodes, ignores case or removes an extension would treat these as auth routes.
const likeAuthRoute = /^\/api\/auth(?![a-z0-9_-])/i
const brokenEncoding = /%(?![0-9a-f]{2})/i
const encodedDelimiter = /%(?:2e|2f|5c|[01][0-9a-f]|7f)/i

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

function malformed(reason: string): Target {
  return { kind: 'malformed', reason }
}
