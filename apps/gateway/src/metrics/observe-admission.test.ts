import { createAdmission, defaultAdmissionBounds } from '@gatehouse/auth-core'
import { createInstruments } from '@gatehouse/prometheus'
import { readMetrics } from '@gatehouse/prometheus/testing'
import { expect, it } from '@jest/globals'
import { Registry } from 'prom-client'
import { observeAdmission } from './observe-admission.ts'

const entrant = { network: '192.0.2.1', isKnown: false, units: 1 }

it('T-90: what waits for its turn, and what is not let in, is counted', async () => {
  const registry = new Registry()
  const observe = observeAdmission(createInstruments(registry))
  const admission = observe(
    'check',
    createAdmission({ ...defaultAdmissionBounds, maxPerNetwork: 1 }),
  )
  const held = Promise.withResolvers<string>()
  const first = admission.admit(entrant, (turn) => turn(() => held.promise))
  expect(await admission.admit(entrant, (turn) => turn(async () => 'x'))).toMatchObject({
    refusal: 'overloaded',
  })
  held.resolve('done')
  expect(await first).toBe('done')
  const gone = { ...entrant, signal: { aborted: true } }
  await admission.admit(gone, (turn) => turn(async () => 'x'))
  expect(Object.fromEntries(readMetrics(await registry.metrics()))).toMatchObject({
    'gatehouse_password_queue_wait_seconds_count{kind="check"}': 1,
    'gatehouse_password_queue_refused_total{kind="check",code="overloaded"}': 2,
  })
})
