import { describe, expect, it } from '@jest/globals'
import { createMemoryStore } from '../../testing/index.ts'
import { secondsAfter } from '../lib/time.ts'
import { replicaTtlSeconds } from '../records/replica.ts'
import { findExpiredLeases } from './lease.ts'

const now = new Date('2030-01-01T00:00:00Z')
const ago = (seconds: number) => secondsAfter(now, -seconds)
const lately = ago(replicaTtlSeconds - 0.001)

describe('what a process holds', () => {
  it.each([
    [
      'is free when its process has noted nothing',
      { by: 'silent', since: ago(replicaTtlSeconds) },
      true,
    ],
    [
      'is its own when it was taken lately, whatever is noted',
      { by: 'silent', since: lately },
      false,
    ],
    ['is its own while its process notes itself', { by: 'noting', since: ago(3600) }, false],
    ['is free when the last note has run out', { by: 'noted', since: ago(3600) }, true],
    [
      'T-97: is free when its process and the lease are dated far ahead',
      { by: 'ahead', since: secondsAfter(now, 86_400) },
      true,
    ],
    [
      'T-97: is its own when its process is a little ahead',
      { by: 'silent', since: secondsAfter(now, 60) },
      false,
    ],
    ['is its own when its process has no name', { by: '', since: ago(3600) }, false],
  ])('%s', async (_, lease, expected) => {
    const store = createMemoryStore()
    const isExpiredLease = await store.transaction(async (tx) => {
      const replica = { startedAt: ago(7200), terminals: 0, sealsWith: 'key-1' }
      await tx.replicas.put({ ...replica, id: 'noting', aliveUntil: secondsAfter(now, 0.001) })
      await tx.replicas.put({ ...replica, id: 'noted', aliveUntil: now })
      await tx.replicas.put({ ...replica, id: 'ahead', aliveUntil: secondsAfter(now, 86_410) })
      return findExpiredLeases(tx, now)
    })
    expect(isExpiredLease(lease)).toBe(expected)
  })
})
