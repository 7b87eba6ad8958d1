import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from '@jest/globals'

/** Makes a folder that is removed after the tests of this file. @returns Its path. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-sql-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
