import { type Role, roles } from '@gatehouse/auth-core'
import { type Action, matrix, type Scope } from '@gatehouse/auth-core/testing'
import { drawCode, drawTable } from '../draw-table.ts'

/** A table of all actions and where each role may do them, the least role first. */
export function drawMatrix(): string {
  const columns: readonly Role[] = roles.toReversed()
  // Object.entries loses the type of the keys.
  const actions = Object.keys(matrix) as readonly Action[]
  const rows = actions.map((action) => [
    drawCode(action),
    ...columns.map((role) => words[matrix[action][role]]),
  ])
  return drawTable(['Action', ...columns.map(drawCode)], rows)
}

const words: Readonly<Record<Scope, string>> = {
  none: '',
  self: 'own account',
  own_tenant: 'own organization',
  any_tenant: 'any organization',
}
