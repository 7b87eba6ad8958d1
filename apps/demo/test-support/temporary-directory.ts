import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from '@jest/globals'

const made: string[] = []
afterEach(() => {
  for (const path of made.splice(0)) {
    // Once more if a shell that is just ending still writes its history there.
    rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  }
})

/** The path of a new empty directory that is gone after the test. */
export function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'gatehouse-demo-'))
  made.push(path)
  return path
}
