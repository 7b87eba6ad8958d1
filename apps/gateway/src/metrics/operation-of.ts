import { type OperationName, operations, type UseCase } from '../api/operations.ts'

/** Groups of addresses: what requests are counted by, in place of addresses, which have no end. */
export type OperationLabel =
  | UseCase
  | 'health'
  | 'docs'
  | 'pages'
  | 'backend'
  | 'terminal'
  | 'other'

/**
 * What a request that the gateway answered itself was about.
 *
 * @param target The request target as it came.
 */
export function operationOf(method: string, target: string): OperationLabel {
  const path = target.split('?', 1)[0] ?? ''
  const known = byRoute.get(`${method} ${path}`)
  if (known) return known
  if (/^\/api\/auth\/oidc\/[^/]+(?:\/callback)?$/.test(path)) {
    return path.endsWith('/callback') ? 'finishOidcLogin' : 'startOidcLogin'
  }
  if (/^\/api\/auth(?:\/|$)/.test(path)) return 'other'
  if (/^\/api\/terminal\/[^/]*\/ws$/.test(path)) return 'terminal'
  if (path.startsWith('/api/')) return 'backend'
  if (path === '/healthz' || path === '/readyz') return 'health'
  if (/^\/(?:openapi\.json|docs(?:\/|$))/.test(path)) return 'docs'
  return path.startsWith('/') ? 'pages' : 'other'
}

const byRoute: ReadonlyMap<string, OperationName> = new Map(
  (Object.keys(operations) as OperationName[]).map((name) => {
    const { method, path } = operations[name]
    return [`${method.toUpperCase()} ${path}`, name]
  }),
)
