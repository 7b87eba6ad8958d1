import { expect, it, jest } from '@jest/globals'
import { createBulkhead } from './bulkhead.ts'
import { fault } from './failure.ts'

const limits = { concurrency: 2, waiting: 1 }
const down = async () => {
  throw fault('unavailable', 'down')
}

it('T-27: asks for no more at a time than it may, and refuses what exceeds the queue', async () => {
  const bulkhead = createBulkhead(limits)
  const releases: (() => void)[] = []
  const work = () => new Promise<void>((resolve) => releases.push(resolve))
  const running = [bulkhead.run(work), bulkhead.run(work), bulkhead.run(work)]
  await expect(bulkhead.run(work)).rejects.toMatchObject({ failure: 'unavailable' })
  expect(releases).toHaveLength(2)
  expect(bulkhead.state()).toEqual({ underWay: 2, waiting: 1, isOpen: false })
  for (let round = 0; round < 3; round += 1) {
    for (const release of releases) release()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(running)
  expect(bulkhead.state()).toEqual({ underWay: 0, waiting: 0, isOpen: false })
  expect(releases).toHaveLength(3)
})

it('stops asking after five faults in a row, and asks again later', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] })
  try {
    const bulkhead = createBulkhead(limits)
    for (let count = 0; count < 5; count += 1) await expect(bulkhead.run(down)).rejects.toThrow()
    const asked = jest.fn(async () => 'up')
    await expect(bulkhead.run(asked)).rejects.toMatchObject({
      port: 'credential_store',
      failure: 'unavailable',
    })
    expect(asked).not.toHaveBeenCalled()
    expect(bulkhead.state()).toMatchObject({ isOpen: true })

    jest.advanceTimersByTime(5000)
    expect(await bulkhead.run(asked)).toBe('up')
    expect(await bulkhead.run(asked)).toBe('up')
  } finally {
    jest.useRealTimers()
  }
})

it('takes connections that are cut together for one fault, and others in a row for an outage', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] })
  try {
    const bulkhead = createBulkhead({ concurrency: 20, waiting: 0 })
    const cut = async () => {
      const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
      throw new TypeError('fetch failed', { cause })
    }
    const ask = () => expect(bulkhead.run(cut)).rejects.toMatchObject({ failure: 'timeout' })
    for (let round = 1; round <= 4; round += 1) {
      await Promise.all(Array.from({ length: 20 }, ask))
      jest.advanceTimersByTime(999)
      await ask()
      jest.advanceTimersByTime(1)
    }
    expect(bulkhead.state()).toMatchObject({ isOpen: false })
    await ask()
    expect(bulkhead.state()).toMatchObject({ isOpen: true })
  } finally {
    jest.useRealTimers()
  }
})

it('goes on asking a Keycloak that refuses: that is an answer', async () => {
  const bulkhead = createBulkhead(limits)
  const refuse = async () => {
    throw fault('rejected', 'no')
  }
  for (let count = 0; count < 20; count += 1) {
    await expect(bulkhead.run(refuse)).rejects.toMatchObject({ failure: 'rejected' })
  }
})

it('reports what the client throws as a PortError', async () => {
  const bulkhead = createBulkhead(limits)
  const broken = async () => {
    throw new SyntaxError('Unexpected token < in JSON')
  }
  await expect(bulkhead.run(broken)).rejects.toMatchObject({
    name: 'PortError',
    failure: 'corrupt',
  })
})
