import { join } from 'node:path'
import { askMachine, interfaceRows } from '@gatehouse/auth-core/testing'
import { drawDiagram, drawInterfaceRows, drawSteps } from './draw-login-flow.ts'

/** The page that shows the machine. */
export const loginFlowFile = join(import.meta.dirname, '../../../../docs/login-flow.md')

/**
 * Replaces what stands between the generated markers of the page, and leaves the prose alone.
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
  return parts.reduce((text, [name, content]) => fill(text, name, content), page)
}

function fill(page: string, name: string, content: string): string {
  const begin = `<!-- generated: ${name} -->\n\n`
  const end = '\n\n<!-- end -->'
  const start = page.indexOf(begin)
  const stop = page.indexOf(end, start)
  if (start < 0 || stop < 0) throw new TypeError(`the marker of ${name} is missing`)
  return page.slice(0, start + begin.length) + content + page.slice(stop)
}
