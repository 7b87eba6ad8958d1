import type { CheckedTarget } from '@gatehouse/proxy'
import { unreachable } from '../lib/unreachable.ts'
import { classifyTarget } from './target.ts'

/**
 * What a target is that another proxy asks about: by the same rules as one that comes here. It may be outside `/api/`,
 * since that proxy says what it guards; a route of the auth API is no backend's.
 */
export function checkedTarget(rawTarget: string, method: string): CheckedTarget {
  const target = classifyTarget(rawTarget, method)
  switch (target.kind) {
    case 'terminal':
      return target.token === undefined
        ? { kind: 'terminal' }
        : { kind: 'terminal', token: target.token }
    case 'backend':
    case 'own':
      return { kind: 'plain' }
    case 'auth':
    case 'malformed':
    case 'method_not_allowed':
      return { kind: 'refused' }
    default:
      return unreachable(target)
  }
}
