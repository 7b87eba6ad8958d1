import { expect, it } from '@jest/globals'
import { createStage } from '../../testing/stage.ts'
import { secondsAfter } from '../lib/time.ts'
import type { Replica } from '../records/replica.ts'
import { weighForcedRotation } from './preview-forced-rotation.ts'
import { forceKeyRotation } from './rotate-keys.ts'

it('T-39: tells what a forced rotation would end: live sessions, and terminals of live replicas', async () => {
  const stage = createStage()
  const someone = await stage.signUp()
  for (let times = 0; times < 3; times += 1) await stage.logIn(someone)
  const now = stage.ports.clock.now()
  const replica = (id: string, terminals: number, aliveSeconds: number): Replica => {
    return {
      id,
      terminals,
      startedAt: now,
      aliveUntil: secondsAfter(now, aliveSeconds),
      sealsWith: '',
    }
  }
  await stage.ports.store.transaction(async (tx) => {
    await tx.replicas.put(replica('one', 5, 20))
    await tx.replicas.put(replica('two', 0, 20))
    await tx.replicas.put(replica('killed', 9, -1))
  })
  const weight = { sessions: 3, terminals: 5, replicas: 2 }
  expect(await weighForcedRotation(stage.ports)).toEqual(weight)
  expect(await stage.ports.store.transaction((tx) => tx.signingKeys.list())).toEqual([])

  stage.ports.clock.advance(stage.settings.accessTokenSeconds)
  expect(await weighForcedRotation(stage.ports)).toEqual({ sessions: 0, terminals: 0, replicas: 0 })
})

it('counts nothing where there is nothing', async () => {
  const { ports } = createStage()
  await forceKeyRotation(ports)
  expect(await weighForcedRotation(ports)).toEqual({ sessions: 0, terminals: 0, replicas: 0 })
})
