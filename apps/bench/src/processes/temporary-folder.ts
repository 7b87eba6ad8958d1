import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atExit } from './at-exit.ts'

/** A folder that exists as long as something runs. */
export interface TemporaryFolder {
  readonly path: string
  /** Removes it with all that is in it. */
  remove(): Promise<void>
}

/** Makes a folder, which is removed when this process ends at the latest. */
export async function makeTemporaryFolder(): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
  atExit(() => rmSync(path, { recursive: true, force: true }))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}
