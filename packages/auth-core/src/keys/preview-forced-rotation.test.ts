import { expect, it } from '@jest/globals'
import { createTestEnvironment } from '../../testing/test-environment.ts'
import { secondsAfter } from '../lib/time.ts'
import type { Replica } from '../records/replica.ts'
import { previewForcedRotation } from './preview-forced-rotation.ts'
import { forceKeyRotation } from './rotate-keys.ts'

it('T-39: tells what a forced rotation would end: live sessions, and terminals of live replicas', async () => {
  const environment = createTestEnvironment()
  const someone = await environment.signUp()
  for (let times = 0; times < 3; times += 1) await environment.logIn(someone)
  const now = environment.ports.clock.now()
  const replica = (id: string, terminals: number, replicaTtlSeconds: number): Replica => {
    return {
      id,
      terminals,
      startedAt: now,
      aliveUntil: secondsAfter(now, replicaTtlSeconds),
      sealsWith: '',
    }
  }
  await environment.ports.store.transaction(async (tx) => {
    await tx.replicas.put(replica('one', 5, 20))
    await tx.replicas.put(replica('two', 0, 20))
    await tx.replicas.put(replica('killed', 9, -1))
  })
  const weight = { sessions: 3, terminals: 5, replicas: 2 }
  expect(await previewForcedRotation(environment.ports)).toEqual(weight)
  expect(await environment.ports.store.transaction((tx) => tx.signingKeys.list())).toEqual([])

  environment.ports.clock.advance(environment.settings.accessTokenSeconds)
  expect(await previewForcedRotation(environment.ports)).toEqual({
    sessions: 0,
    terminals: 0,
    replicas: 0,
  })
})

it('counts nothing where there is nothing', async () => {
  const { ports } = createTestEnvironment()
  await forceKeyRotation(ports)
  expect(await previewForcedRotation(ports)).toEqual({ sessions: 0, terminals: 0, replicas: 0 })
})
