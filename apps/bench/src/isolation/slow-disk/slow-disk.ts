import { join } from 'node:path'
import { run } from '@gatehouse/test-services'
import { makeTemporaryFolder } from '../../processes/temporary-folder.ts'

/** A disk that takes long to say that something is on it. */
export interface SlowDisk {
  /** What a process is started with that has this disk. */
  readonly environment: Readonly<Record<string, string>>
  /** Removes what it is made of. */
  remove(): Promise<void>
}

/**
 * Makes one for a Linux process (glibc), with a C compiler.
 *
 * @param milliseconds By which each `fsync` and `fdatasync` takes longer.
 */
export async function makeSlowDisk(milliseconds: number): Promise<SlowDisk> {
  const { path, remove } = await makeTemporaryFolder()
  const library = join(path, 'slow-sync.so')
  const source = join(import.meta.dirname, 'slow-sync.c')
  await run('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'])
  return {
    environment: { LD_PRELOAD: library, SYNC_MILLISECONDS: String(milliseconds) },
    remove,
  }
}
