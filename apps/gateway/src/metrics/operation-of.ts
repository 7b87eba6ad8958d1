import {
  type Operation,
  type OperationName,
  operations,
  pathsOf,
  patternOf,
  type UseCase,
} from '@gatehouse/http-api'
import { isCheckTarget } from '../lib/check-path.ts'

/** Groups of addresses by which requests are counted, because there is no limit to addresses. */
export type OperationLabel =
  | UseCase
  | 'health'
  | 'docs'
  | 'pages'
  | 'backend'
  | 'check'
  | 'terminal'
  | 'other'

/**
 * The group of a request that the gateway answered itself.
 *
 * @param target The request target as received.
 */
export function operationOf(method: string, target: string): OperationLabel {
  if (isCheckTarget(target)) return 'check'
  const path = target.split('?', 1)[0] ?? ''
  const known = byRoute.get(`${method} ${path}`) ?? operationWithParameters(method, path)
  if (known) return known
  if (/^\/api\/auth\/oidc\/[^/]+(?:\/callback)?$/.test(path)) {
    return path.endsWith('/callback') ? 'finishOidcLogin' : 'startOidcLogin'
  }
  if (/^\/api\/auth(?:\/|$)/.test(path)) return 'other'
  if (/^\/api\/terminal\/[^/]*\/ws$/.test(path)) return 'terminal'
  if (path.startsWith('/api/')) return 'backend'
  if (/^\/(?:healthz|livez|readyz)$/.test(path)) return 'health'
  if (/^\/(?:openapi\.json|docs(?:\/|$))/.test(path)) return 'docs'
  return path.startsWith('/') ? 'pages' : 'other'
}

const names = Object.keys(operations) as OperationName[]

const routes = names.flatMap((name) => {
  const operation: Operation = operations[name]
  const method = operation.method.toUpperCase()
  return pathsOf(operation).map((path) => ({ name, method, path }))
})

const isPattern = (path: string) => path.includes('{')

const byRoute: ReadonlyMap<string, OperationName> = new Map(
  routes
    .filter(({ path }) => !isPattern(path))
    .map(({ name, method, path }) => [`${method} ${path}`, name]),
)

const patterns = routes
  .filter(({ path }) => isPattern(path))
  .map(({ path, ...route }) => ({ ...route, pattern: patternOf(path) }))

function operationWithParameters(method: string, path: string): OperationName | undefined {
  return patterns.find((each) => each.method === method && each.pattern.test(path))?.name
}
