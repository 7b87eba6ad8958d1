import { PortError } from '@gatehouse/auth-core'
import { createMemoryMailer } from '@gatehouse/auth-core/testing'
import { expect, it } from '@jest/globals'
import { createMailHealth } from './mail-health.ts'

it('takes the server for up until a probe says otherwise', async () => {
  const mailer = createMemoryMailer()
  mailer.failWith(new PortError('mailer', 'unavailable'))
  const health = createMailHealth(mailer)
  expect(health.isUp()).toBe(true)
  await health.probe()
  expect(health.isUp()).toBe(false)
})

it('notices that the server is back', async () => {
  const mailer = createMemoryMailer()
  mailer.failWith(new PortError('mailer', 'unavailable'))
  const health = createMailHealth(mailer)
  await health.probe()
  mailer.failWith(null)
  await health.probe()
  expect(health.isUp()).toBe(true)
})
