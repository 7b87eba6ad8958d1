import { join } from 'node:path'
import { askMachine, interfaceRows } from '@gatehouse/auth-core/testing'
import { fillGenerated } from '../fill-generated.ts'
import { drawDiagram, drawInterfaceRows, drawSteps } from './draw-login-flow.ts'

/** The page that shows the machine. */
export const loginFlowFile = join(import.meta.dirname, '../../../../docs/login-flow.md')

/**
 * Replaces the generated parts of the page, and keeps the prose.
 *
 * @throws {TypeError} When a marker is missing.
 */
export function fillLoginFlow(page: string): string {
  const cases = askMachine()
  const parts = [
    ['diagram', drawDiagram(cases)],
    ['steps', drawSteps(cases)],
    ['interface', drawInterfaceRows(interfaceRows, cases)],
  ] as const
  return parts.reduce((text, [name, content]) => fillGenerated(text, name, content), page)
}
