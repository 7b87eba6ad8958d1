import { PortError } from '@gatehouse/auth-core/ports'
import { expect, it } from '@jest/globals'
import { PostgresFault } from './postgres-fault.ts'
import { createRetrying } from './retrying.ts'

const conflicted = new PortError(
  'store',
  'unavailable',
  new PostgresFault('no', '40001', 'conflict'),
)
const lost = new PortError('store', 'unavailable', new PostgresFault('gone', '57P01', 'connection'))
const patient = { conflictMs: 60_000, connectionMs: 60_000 }

it.each([
  ['a conflict with another transaction', conflicted],
  ['a lost connection', lost],
])('runs again after %s', async (_what, failure) => {
  const { attempt, runs } = failing(3, failure)
  expect(await createRetrying(patient)(attempt)).toBe('done')
  expect(runs()).toBe(4)
})

it.each([
  [
    'a failure of another kind',
    new PortError('store', 'rejected', new PostgresFault('no', '23505', 'other')),
  ],
  [
    'a commit whose answer was lost',
    new PortError('store', 'timeout', new Error('lost', { cause: lost.cause })),
  ],
  ['what the work threw', new Error('changed my mind')],
])('does not run again after %s', async (_what, failure) => {
  const { attempt, runs } = failing(1, failure)
  await expect(createRetrying(patient)(attempt)).rejects.toBe(failure)
  expect(runs()).toBe(1)
})

it.each([
  ['conflicts', conflicted, { ...patient, conflictMs: 0 }],
  ['a server that stays away', lost, { ...patient, connectionMs: 0 }],
])('gives up after %s', async (_what, failure, limits) => {
  const { attempt } = failing(Number.POSITIVE_INFINITY, failure)
  await expect(createRetrying(limits)(attempt)).rejects.toBe(failure)
})

it('runs those that had a conflict one at a time', async () => {
  const retrying = createRetrying(patient)
  let running = 0
  let max = 0
  const work = () => {
    let runs = 0
    return async () => {
      runs += 1
      if (runs === 1) throw conflicted
      running += 1
      max = Math.max(max, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
    }
  }
  await Promise.all(Array.from({ length: 8 }, () => retrying(work())))
  expect(max).toBe(1)
})

function failing(times: number, failure: Error) {
  let runs = 0
  const attempt = async () => {
    runs += 1
    if (runs <= times) throw failure
    return 'done'
  }
  return { attempt, runs: () => runs }
}
