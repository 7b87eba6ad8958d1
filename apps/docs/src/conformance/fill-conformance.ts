import { join } from 'node:path'
import { fillGenerated } from '../fill-generated.ts'
import { drawChecks } from './draw-conformance.ts'

/** The page that lists the checks of the interface. */
export const conformanceFile = join(import.meta.dirname, '../../../../docs/conformance.md')

/**
 * Replaces the generated part of the page, and keeps the prose.
 *
 * @throws {TypeError} When a marker is missing.
 */
export function fillConformance(page: string): string {
  return fillGenerated(page, 'checks', drawChecks())
}
