import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { temporaryFolder } from '../../test-support/temporary-folder.ts'
import { createLogSync } from './log-sync.ts'

const folder = temporaryFolder()

it('waits for nothing when nothing was committed', async () => {
  const { log, syncs } = open()
  await log.settled()
  expect(syncs).toEqual([])
  await log.close()
})

it('has all who wait share the next sync, because that under way may not have their commits', async () => {
  const { log, syncs } = open()
  const settled: number[] = []
  const commit = (number: number) => {
    log.noteCommit()
    return log.settled().then(() => void settled.push(number))
  }
  const first = commit(1)
  const others = [commit(2), commit(3)]
  await turn()
  expect(syncs).toHaveLength(1)
  syncs[0]?.(null)
  await first
  await turn()
  expect([settled, syncs.length]).toEqual([[1], 2])
  syncs[1]?.(null)
  await Promise.all(others)
  expect([settled, syncs.length]).toEqual([[1, 2, 3], 2])
  await log.close()
})

it('says to who waits that it is unknown, and to all others no, for ever, when a sync has failed', async () => {
  const { log, syncs } = open()
  log.assertUsable()
  log.noteCommit()
  const waiting = [log.settled(), log.settled()]
  await turn()
  syncs[0]?.(new Error('EIO'))
  for (const each of waiting) {
    await expect(each).rejects.toMatchObject({ port: 'store', failure: 'timeout' })
  }
  log.noteCommit()
  await expect(log.settled()).rejects.toMatchObject({ port: 'store', failure: 'timeout' })
  expect(() => log.assertUsable()).toThrow('store unavailable')
  // The system would say that all is well now.
  expect(syncs).toHaveLength(1)
  await log.close()
})

it('says so when there is no log', async () => {
  const log = createLogSync(join(folder, 'missing'), () => undefined)
  log.noteCommit()
  await expect(log.settled()).rejects.toMatchObject({ port: 'store', failure: 'timeout' })
  await log.close()
})

it('syncs what nobody waited for before it closes', async () => {
  const { log, syncs } = open()
  log.noteCommit()
  const closed = log.close()
  await turn()
  expect(syncs).toHaveLength(1)
  syncs[0]?.(null)
  await closed
})

/** A log whose syncs end when the test says so. */
function open() {
  const file = join(folder, 'log')
  writeFileSync(file, '')
  const syncs: ((error: Error | null) => void)[] = []
  return { syncs, log: createLogSync(file, (_descriptor, done) => void syncs.push(done)) }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
