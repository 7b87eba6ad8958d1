import { describe, expect, it } from '@jest/globals'
import {
  addMails,
  at,
  sentIds,
  withMails,
  withSteps,
} from '../../test-support/delivery-environment.ts'
import { PortError } from '../ports/port-error.ts'
import { createMailDelivery, deliverMail } from './deliver-mail.ts'
import { patienceAfter, pauseAfter } from './deliver-one.ts'

const nothing = { sent: 0, postponed: 0, givenUp: 0 }

describe('a mail that cannot be delivered now', () => {
  it.each([
    [1, 2],
    [2, 4],
    [3, 8],
    [8, 256],
    [9, 512],
    [10, 900],
    [199, 900],
  ])('after %d failures waits %d seconds', (failures, seconds) => {
    expect(pauseAfter(failures)).toBe(seconds)
  })

  it.each([
    [0, 3],
    [1, 6],
    [2, 12],
    [3, 20],
    [199, 20],
  ])('after %d failures gives the server %d seconds for the recipient', (failures, seconds) => {
    expect(patienceAfter(failures)).toBe(seconds)
  })

  it.each(['unavailable', 'timeout', 'corrupt'] as const)(
    'since it is %s waits longer each time',
    async (failure) => {
      const ports = await withMails(['one'])
      ports.mailer.failWith(new PortError('mailer', failure))
      for (const pause of [2, 4, 8, 16]) {
        expect(await deliverMail(ports)).toEqual({ ...nothing, postponed: 1 })
        ports.clock.advance(pause - 0.001)
        expect(await deliverMail(ports)).toEqual(nothing)
        ports.clock.advance(0.001)
      }
      ports.mailer.failWith(null)
      expect(await deliverMail(ports)).toEqual({ ...nothing, sent: 1 })
    },
  )

  it.each(['prepare', 'send'] as const)('because %s fails holds up no other', async (step) => {
    const ports = await withMails(['one', 'two', 'three', 'four', 'five', 'six', 'seven'])
    const steps = {
      async [step](id: string) {
        if (id === 'two' || id === 'five') throw new PortError('mailer', 'timeout')
      },
    }
    expect(await deliverMail(withSteps(ports, steps))).toEqual({
      ...nothing,
      sent: 5,
      postponed: 2,
    })
    expect(sentIds(ports)).toEqual(['one', 'three', 'four', 'six', 'seven'])
  })

  it('is given up after two hundred failures', async () => {
    const ports = await withMails(['one'], { attempts: 198 })
    ports.mailer.failWith(new PortError('mailer', 'unavailable'))
    expect(await deliverMail(ports)).toEqual({ ...nothing, postponed: 1 })
    ports.clock.advance(900)
    expect(await deliverMail(ports)).toEqual({ ...nothing, givenUp: 1 })
    ports.mailer.failWith(null)
    ports.clock.advance(86_400)
    expect(await deliverMail(ports)).toEqual(nothing)
  })
})

it('F-6: a mail that may have arrived is repeated late, seldom, and five times in all', async () => {
  const ports = await withMails(['one'])
  let copies = 0
  const steps = withSteps(ports, {
    async send() {
      copies += 1
      throw new PortError('mailer', 'timeout')
    },
  })
  for (const pause of [60, 900, 900, 900]) {
    expect(await deliverMail(steps)).toEqual({ ...nothing, postponed: 1 })
    ports.clock.advance(pause - 0.001)
    expect(await deliverMail(steps)).toEqual(nothing)
    ports.clock.advance(0.001)
  }
  expect(await deliverMail(steps)).toEqual({ ...nothing, givenUp: 1 })
  expect(copies).toBe(5)
})

describe('F-11: a mail that another worker has by now', () => {
  it.each(['rejected', 'unavailable'] as const)(
    'changes nothing, and is not counted, when it is %s for the late one',
    async (failure) => {
      const ports = await withMails(['one'])
      const late = withSteps(ports, {
        async prepare() {
          ports.clock.advance(61)
          const [now, limits] = [ports.clock.now(), { untried: 1, tried: 1 }]
          await ports.store.transaction((tx) =>
            tx.outbox.leaseDue(now, limits, { by: '', until: at(120) }),
          )
          throw new PortError('mailer', failure)
        },
      })
      expect(await deliverMail(late)).toEqual(nothing)
      ports.clock.advance(58)
      expect(await deliverMail(ports)).toEqual(nothing)
      ports.clock.advance(1)
      expect(await deliverMail(ports)).toEqual({ ...nothing, sent: 1 })
    },
  )
})

describe('T-97: a mail that has expired by a clock that has just jumped', () => {
  const month = 30 * 86_400

  async function afterJump() {
    const ports = await withMails([])
    const delivery = createMailDelivery(ports)
    const deliver = async () => {
      const reports = [await delivery.deliverDue(), await delivery.finish()]
      const sum = (fate: keyof typeof nothing) =>
        reports.reduce((total, report) => total + report[fate], 0)
      return { sent: sum('sent'), postponed: sum('postponed'), givenUp: sum('givenUp') }
    }
    await deliver()
    ports.clock.advance(month)
    await addMails(ports, ['one'], { notAfter: at(300) })
    return { ports, deliver }
  }

  it('is kept, and sent as soon as the clock is right again', async () => {
    const { ports, deliver } = await afterJump()
    expect(await deliver()).toEqual({ ...nothing, postponed: 1 })
    ports.clock.advance(1 - month)
    expect(await deliver()).toEqual({ ...nothing, sent: 1 })
  })

  it('is given up when the clock has gone on for ten minutes', async () => {
    const { ports, deliver } = await afterJump()
    for (let minute = 0; minute < 10; minute += 1) {
      expect(await deliver()).toEqual({ ...nothing, postponed: 1 })
      ports.clock.advance(60)
    }
    expect(await deliver()).toEqual({ ...nothing, givenUp: 1 })
  })
})

describe('a mail that is of no use', () => {
  it.each(['prepare', 'send'] as const)(
    'because it was refused for good by %s is given up, and holds up no other',
    async (step) => {
      const ports = await withMails(['one', 'two'])
      const steps = withSteps(ports, {
        async [step](id: string) {
          if (id === 'one') throw new PortError('mailer', 'rejected')
        },
      })
      expect(await deliverMail(steps)).toEqual({ ...nothing, sent: 1, givenUp: 1 })
      ports.clock.advance(86_400)
      expect(await deliverMail(steps)).toEqual(nothing)
      expect(sentIds(ports)).toEqual(['two'])
    },
  )

  it('because it has expired is not sent', async () => {
    const ports = await withMails(['one', 'two'], { notAfter: at(300) })
    const oneFails = withSteps(ports, {
      async prepare(id) {
        if (id === 'two') throw new PortError('mailer', 'unavailable')
      },
    })
    ports.clock.advance(299.999)
    expect(await deliverMail(oneFails)).toEqual({ sent: 1, postponed: 1, givenUp: 0 })
    ports.clock.advance(2)
    expect(await deliverMail(ports)).toEqual({ ...nothing, givenUp: 1 })
    expect(sentIds(ports)).toEqual(['one'])
  })
})
