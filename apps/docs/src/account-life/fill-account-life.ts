import { join } from 'node:path'
import { askLife, askRights } from '@gatehouse/auth-core/testing'
import { fillGenerated } from '../fill-generated.ts'
import { drawDiagram, drawRights, drawSteps } from './draw-account-life.ts'

/** The page that shows the life of an account. */
export const accountLifeFile = join(import.meta.dirname, '../../../../docs/account-life.md')

/**
 * Replaces the generated parts of the page, and keeps the prose.
 *
 * @throws {TypeError} When a marker is missing.
 */
export function fillAccountLife(page: string): string {
  const cases = askLife()
  const parts = [
    ['diagram', drawDiagram(cases)],
    ['rights', drawRights(askRights())],
    ['steps', drawSteps(cases)],
  ] as const
  return parts.reduce((text, [name, content]) => fillGenerated(text, name, content), page)
}
