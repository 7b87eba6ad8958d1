import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { run } from '@gatehouse/test-services'
import { measureRecovery } from '../measure-recovery.ts'
import type { Leg } from './leg.ts'

/** Megabytes of the disk: what a run stores fits, and the rest is filled quickly. */
const diskMegabytes = 64

/** The data of SQLite is on a small disk of its own, a tmpfs, which is filled and emptied. */
export const fullDisk: Leg = {
  name: 'full-disk',
  store: 'sqlite',
  round: ['full disk', 'full disk', 'kill', 'full disk', 'drain', 'full disk'],
  missing: () =>
    process.getuid?.() === 0 ? undefined : 'a disk can be mounted by root alone: mount -t tmpfs',
  async open({ later }) {
    const disk = await mkdtemp(join(tmpdir(), 'gatehouse-chaos-disk-'))
    const size = `size=${diskMegabytes}m`
    await run('mount', ['-t', 'tmpfs', '-o', size, 'gatehouse-chaos', disk], { cwd: tmpdir() })
    later(async () => {
      await run('umount', [disk], { cwd: tmpdir() })
      await rm(disk, { recursive: true, force: true })
    })
    const ballast = join(disk, 'ballast')
    return {
      name: 'full-disk',
      settings: {},
      dataFolder: join(disk, 'data'),
      faults: {
        async 'full disk'({ environment, journal, random }) {
          fill(ballast)
          await sleep(1000 + random(4000))
          // What was freed meanwhile, as by a checkpoint.
          fill(ballast)
          await sleep(500)
          const measuring = measureRecovery(environment)
          await rm(ballast)
          journal.recoveries.push(...(await measuring.since(Date.now())))
        },
      },
    }
  },
}

/** Appends to a file until nothing more fits on its disk. */
function fill(file: string): void {
  const descriptor = openSync(file, 'a')
  try {
    for (const bytes of [1 << 20, 1 << 12]) {
      const piece = Buffer.alloc(bytes)
      let hasRoom = true
      while (hasRoom) hasRoom = fits(descriptor, piece)
    }
  } finally {
    closeSync(descriptor)
  }
}

function fits(descriptor: number, piece: Buffer): boolean {
  try {
    return writeSync(descriptor, piece) === piece.length
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}
