import { createLiveKeyRing, defaultSettings } from '@gatehouse/auth-core'
import { createMemoryPorts } from '@gatehouse/auth-core/testing'
import { expect, it } from '@jest/globals'
import { createPinnedKeyRing } from '../compose/open-key-ring.ts'
import { keyFacts } from './key-facts.ts'

const day = 24 * 3600

it('tells since when the key signs, and when the next one takes over', async () => {
  const ports = createMemoryPorts()
  const keyRing = createLiveKeyRing(ports, defaultSettings)
  await keyRing.reload()
  const start = ports.clock.now().getTime() / 1000
  const facts = () => keyFacts({ keyRing, clock: ports.clock }, defaultSettings)
  expect(facts()).toEqual({
    states: new Map([['active', 1]]),
    activeFrom: start,
    rotationDue: start + 90 * day,
  })

  ports.clock.advance(90 * day - 1800)
  await keyRing.reload()
  expect(facts()).toMatchObject({ activeFrom: start, rotationDue: start + 90 * day - 1800 + 1800 })
  ports.clock.advance(1800)
  expect(facts()).toEqual({
    states: new Map([
      ['retiring', 1],
      ['active', 1],
    ]),
    activeFrom: start + 90 * day,
    rotationDue: start + 180 * day,
  })
})

it('knows no times of a secret that the operator manages', () => {
  const keyRing = createPinnedKeyRing({ secret: 'x' }, () => 'kid')
  const { clock } = createMemoryPorts()
  expect(keyFacts({ keyRing, clock }, defaultSettings)).toEqual({
    states: new Map([['active', 1]]),
  })
})
