import { describe, expect, it } from '@jest/globals'
import { fault } from './failure.ts'
import { createRealmBulkhead } from './realm-bulkhead.ts'

const limits = { concurrency: 8, waiting: 8 }
const up = async () => 'up'
const down = async (): Promise<string> => {
  throw fault('unavailable', 'down')
}

describe('F-11: a realm that hangs', () => {
  it('has two places of eight, and others go on', async () => {
    const bulkhead = createRealmBulkhead(limits)
    const release = Promise.withResolvers<string>()
    const hanging = Array.from({ length: 4 }, () => bulkhead.run('acme', () => release.promise))
    expect(bulkhead.state()).toEqual({ underWay: 2, waiting: 2, isOpen: false })
    await expect(bulkhead.run('acme', up)).rejects.toMatchObject({ failure: 'unavailable' })
    expect(await Promise.all(Array.from({ length: 4 }, () => bulkhead.run('globex', up)))).toEqual(
      Array.from({ length: 4 }, () => 'up'),
    )
    release.resolve('late')
    await Promise.all(hanging)
    expect(bulkhead.state()).toEqual({ underWay: 0, waiting: 0, isOpen: false })
  })

  it('is left alone after five faults in a row, and no other realm is', async () => {
    const bulkhead = createRealmBulkhead(limits)
    for (let count = 0; count < 20; count += 1) {
      await expect(bulkhead.run('acme', down)).rejects.toThrow()
    }
    await expect(bulkhead.run('acme', up)).rejects.toMatchObject({ failure: 'unavailable' })
    expect(await bulkhead.run('globex', up)).toBe('up')
    expect(bulkhead.state()).toMatchObject({ isOpen: false })
  })

  it('is not left alone when faults and answers take turns', async () => {
    const bulkhead = createRealmBulkhead(limits)
    for (let count = 0; count < 20; count += 1) {
      await expect(bulkhead.run('acme', down)).rejects.toThrow()
      expect(await bulkhead.run('acme', up)).toBe('up')
    }
  })
})

describe('a Keycloak that is down', () => {
  it('is left alone after five faults in a row of realms in turn', async () => {
    const bulkhead = createRealmBulkhead(limits)
    for (let count = 0; count < 5; count += 1) {
      await expect(bulkhead.run(`realm-${count % 2}`, down)).rejects.toThrow()
    }
    expect(bulkhead.state()).toMatchObject({ isOpen: true })
    await expect(bulkhead.run('another', up)).rejects.toMatchObject({ failure: 'unavailable' })
  })

  it('is asked on while it refuses: that is an answer', async () => {
    const bulkhead = createRealmBulkhead(limits)
    const refuse = async () => {
      throw fault('rejected', 'no')
    }
    for (let count = 0; count < 20; count += 1) {
      await expect(bulkhead.run(`realm-${count}`, refuse)).rejects.toMatchObject({
        failure: 'rejected',
      })
    }
    expect(await bulkhead.run('acme', up)).toBe('up')
  })
})
