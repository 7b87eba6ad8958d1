/** What a clock that has jumped must not remove for good. */
import { expect, it } from '@jest/globals'
import { createTestEnvironment } from '../../testing/test-environment.ts'
import { createLiveKeyRing } from '../keys/live-key-ring.ts'
import { createJobs } from './create-jobs.ts'

const day = 24 * 3600

it('T-97: a closed organization that can still be opened again stays when the clock jumps', async () => {
  const environment = createTestEnvironment()
  const { clock, store } = environment.ports
  const keyRing = createLiveKeyRing(environment.ports, environment.settings)
  const jobs = createJobs({ ...environment.ports, keyRing })
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute += 1) {
      for (const name of ['tidy', 'closed']) await jobs.find((job) => job.name === name)?.run()
      clock.advance(60)
    }
  }
  await environment.signUp()
  const closesAt = new Date(clock.now().getTime() + 7 * day * 1000)
  const tenant = () => store.transaction((tx) => tx.tenants.find('acme'))
  await store.transaction(async (tx) => {
    const found = await tx.tenants.find('acme')
    if (found) await tx.tenants.update({ ...found, closesAt })
  })
  await minutes(15)
  clock.advance(40 * day)
  await minutes(2)
  expect(await tenant()).toBeDefined()
  await minutes(11)
  expect(await tenant()).toBeUndefined()
})
