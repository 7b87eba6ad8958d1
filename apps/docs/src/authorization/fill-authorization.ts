import { join } from 'node:path'
import { fillGenerated } from '../fill-generated.ts'
import { drawMatrix } from './draw-authorization.ts'

/** The page that shows who may do what. */
export const authorizationFile = join(import.meta.dirname, '../../../../docs/authorization.md')

/**
 * Replaces the generated parts of the page, and keeps the prose.
 *
 * @throws {TypeError} When a marker is missing.
 */
export function fillAuthorization(page: string): string {
  return fillGenerated(page, 'matrix', drawMatrix())
}
