import { describe, expect, it } from '@jest/globals'
import {
  addMails,
  at,
  createStall,
  entry,
  names,
  sentIds,
  settle,
  withMails,
  withSteps,
} from '../../test-support/delivery-environment.ts'
import type { MemoryPorts } from '../../testing/index.ts'
import { PortError } from '../ports/port-error.ts'
import { createMailDelivery, deliverMail } from './deliver-mail.ts'

const nothing = { sent: 0, postponed: 0, givenUp: 0 }

it('F-5: no mail is handed over while one that was sent is not on record', async () => {
  const ports = await withMails(names(6))
  let isAway = false
  const transaction: typeof ports.store.transaction = (work) =>
    isAway ? Promise.reject(new PortError('store', 'unavailable')) : ports.store.transaction(work)
  const steps = withSteps(
    { ...ports, store: { ...ports.store, transaction } },
    {
      async sent() {
        isAway = sentIds(ports).length === 1
      },
    },
  )
  const delivery = createMailDelivery(steps)
  await delivery.deliverDue().catch(() => undefined)
  await expect(delivery.finish()).rejects.toMatchObject({ port: 'store' })
  expect(sentIds(ports)).toEqual(['mail-0'])

  isAway = false
  ports.clock.advance(60)
  // Its report is of what failed before.
  await delivery.deliverDue().catch(() => undefined)
  await delivery.finish()
  expect(sentIds(ports).toSorted()).toEqual(names(6))
})

const timeout = new PortError('mailer', 'timeout')

describe('delivering mail', () => {
  it('sends what is due, once, under the identifier it is known by', async () => {
    const ports = await withMails(['one', 'two'])
    expect(await deliverMail(ports)).toEqual({ ...nothing, sent: 2 })
    expect(await deliverMail(ports)).toEqual(nothing)
    expect(ports.mailer.sent).toEqual([
      { id: 'one', mail: entry('one').mail },
      { id: 'two', mail: entry('two').mail },
    ])
  })

  it('leaves what is not due yet', async () => {
    const ports = await withMails(['one'], { dueAt: at(60) })
    ports.clock.advance(59.999)
    expect(await deliverMail(ports)).toEqual(nothing)
    ports.clock.advance(0.001)
    expect(await deliverMail(ports)).toEqual({ ...nothing, sent: 1 })
  })

  it('takes some fifty a round', async () => {
    const ports = await withMails(names(100))
    const { sent } = await deliverMail(ports)
    expect(Math.abs(sent - 57)).toBeLessThanOrEqual(7)
    expect(await deliverMail(ports)).toEqual({ ...nothing, sent: 100 - sent })
  })

  it('gives each mail to one of several workers', async () => {
    const ports = await withMails(['one', 'two', 'three'])
    const reports = await Promise.all([deliverMail(ports), deliverMail(ports), deliverMail(ports)])
    expect(reports.map(({ sent }) => sent).reduce((sum, sent) => sum + sent)).toBe(3)
    expect(ports.mailer.sent).toHaveLength(3)
  })

  it('tells once what became of a mail, in the round after that', async () => {
    const ports = await withMails(['one'])
    const delivery = createMailDelivery(ports)
    const reports = [await delivery.deliverDue(), await delivery.finish(), await delivery.finish()]
    expect(reports.map(({ sent }) => sent).toSorted()).toEqual([0, 0, 1])
  })

  it('breaks off when the store fails, and says so', async () => {
    const ports = await withMails(['one'])
    const lost = new PortError('store', 'unavailable')
    const failing = withMarking(ports, () => Promise.reject(lost))
    await expect(deliverMail(failing)).rejects.toBe(lost)
  })
})

describe('handing over', () => {
  it('is done for one mail at a time, though several are prepared, and noted before the next', async () => {
    const ports = await withMails(names(30))
    const log: string[] = []
    let preparing = 0
    let max = 0
    const steps = withSteps(ports, {
      async prepare() {
        preparing += 1
        max = Math.max(max, preparing)
        await settle()
        preparing -= 1
      },
      async send(id) {
        log.push(`send ${id}`)
        await settle()
      },
    })
    const noting = withMarking(steps, async (id) => {
      await settle()
      log.push(`note ${id}`)
    })
    expect(await deliverMail(noting)).toEqual({ ...nothing, sent: 30 })
    expect(log).toEqual(names(30).flatMap((id) => [`send ${id}`, `note ${id}`]))
    expect(max).toBe(8)
  })

  it('leaves out what has expired while it waited for its turn', async () => {
    const ports = await withMails(['one'])
    await addMails(ports, ['two', 'three'], { createdAt: at(1), notAfter: at(10) })
    const cancelled: string[] = []
    const slow = withSteps(ports, {
      async send(id) {
        if (id === 'one') ports.clock.advance(10)
      },
      cancel: (id) => cancelled.push(id),
    })
    expect(await deliverMail(slow)).toEqual({ ...nothing, sent: 1, givenUp: 2 })
    expect(sentIds(ports)).toEqual(['one'])
    expect(cancelled).toEqual(['two', 'three'])
  })

  it.each([
    ['is begun while there is time for it before the lease ends', 40, ['one', 'two']],
    ['is not begun when another process could come in between', 40.001, ['one']],
  ])('%s', async (_, seconds, expected) => {
    const ports = await withMails(['one', 'two'])
    const slow = withSteps(ports, {
      async send(id) {
        if (id === 'one') ports.clock.advance(seconds)
      },
    })
    await deliverMail(slow)
    expect(sentIds(ports)).toEqual(expected)
    ports.clock.advance(60 - seconds)
    await deliverMail(ports)
    expect(sentIds(ports)).toEqual(['one', 'two'])
  })

  it('takes fifteen seconds at max, and then the next is sent', async () => {
    const ports = await withMails(['one', 'two'])
    const stall = createStall(ports, timeout)
    const delivery = createMailDelivery(
      withSteps(ports, {
        async send(id, patience) {
          if (id === 'one') await stall.hang(patience)
        },
      }),
    )
    await delivery.deliverDue()
    await settle()
    await stall.pass(14)
    expect(sentIds(ports)).toEqual([])
    await stall.pass(1)
    expect(await delivery.finish()).toEqual({ ...nothing, sent: 1, postponed: 1 })
    expect(sentIds(ports)).toEqual(['two'])
  })

  it.each([
    ['timeout', 60],
    ['unavailable', 2],
  ] as const)('that fails with %s is repeated after %d seconds', async (failure, seconds) => {
    const ports = await withMails(['one'])
    const fails = () => Promise.reject(new PortError('mailer', failure))
    expect(await deliverMail(withSteps(ports, { send: fails }))).toMatchObject({ postponed: 1 })
    ports.clock.advance(seconds - 0.001)
    expect(await deliverMail(ports)).toEqual(nothing)
    ports.clock.advance(0.001)
    expect(await deliverMail(ports)).toEqual({ ...nothing, sent: 1 })
  })
})

describe('a recipient over whom the server hangs', () => {
  it('holds up nobody, neither those that wait already nor those that come', async () => {
    const { ports, delivery } = await hangingOver(['bad'])
    await addMails(ports, names(20))
    await delivery.deliverDue()
    await settle()
    expect(sentIds(ports)).toEqual(names(20))
    await addMails(ports, ['later'])
    await delivery.deliverDue()
    await settle()
    expect(sentIds(ports)).toEqual([...names(20), 'later'])
  })

  it('is given up for now after three seconds, and tried with more patience later', async () => {
    const { ports, stall, delivery } = await hangingOver(['bad'])
    await delivery.deliverDue()
    await stall.pass(2)
    expect(stall.hanging()).toBe(1)
    await stall.pass(1)
    expect(stall.hanging()).toBe(0)
    expect(await delivery.finish()).toEqual({ ...nothing, postponed: 1 })
    expect(await ports.store.transaction((tx) => tx.outbox.find('bad'))).toMatchObject({
      attempts: 1,
      dueAt: at(5),
    })
  })

  it('fifty times over, holds up a new mail for half a minute once, and then not at all', async () => {
    const { ports, stall, delivery } = await hangingOver(names(50, 'bad'))
    await addMails(ports, ['good'], { createdAt: at(1) })
    let seconds = 0
    for (; !sentIds(ports).includes('good'); seconds += 1) {
      void delivery.deliverDue()
      await stall.pass(1)
    }
    expect(seconds).toBeLessThan(30)
    for (const nth of names(100)) {
      await addMails(ports, [nth], { createdAt: at(100) })
      void delivery.deliverDue()
      await settle()
      expect(sentIds(ports).at(-1)).toBe(nth)
      await stall.pass(1)
    }
    expect(stall.hanging()).toBeLessThanOrEqual(4)
  })
})

describe('a process that dies', () => {
  it('gives its mails back after a minute', async () => {
    const ports = await withMails(['one'])
    await die(ports, { atSending: 0, isSent: false })
    ports.clock.advance(59.999)
    expect(await deliverMail(ports)).toEqual(nothing)
    ports.clock.advance(0.001)
    expect(await deliverMail(ports)).toEqual({ ...nothing, sent: 1 })
  })

  it.each(Array.from({ length: 20 }, (_, atSending) => ({ atSending, isSent: atSending % 3 > 0 })))(
    'at hand-over $atSending (arrived: $isSent) loses none and doubles one at most',
    async (end) => {
      const ports = await withMails(names(20))
      await die(ports, end)
      ports.clock.advance(60)
      await deliverMail(ports)
      ports.clock.advance(86_400)
      await deliverMail(ports)
      expect(new Set(sentIds(ports))).toEqual(new Set(names(20)))
      expect(sentIds(ports)).toHaveLength(end.isSent ? 21 : 20)
    },
  )
})

/** Ports with mails to recipients over whom the server hangs until patience ends. */
async function hangingOver(bad: readonly string[]) {
  const ports = await withMails(bad)
  const stall = createStall(ports, timeout)
  const delivery = createMailDelivery(
    withSteps(ports, {
      async prepare(id, patience) {
        if (bad.includes(id)) await stall.hang(patience)
      },
    }),
  )
  return { ports, stall, delivery }
}

/** Has a process deliver until it is gone, in the midst of a hand-over, for good. */
async function die(
  ports: MemoryPorts,
  { atSending, isSent }: { readonly atSending: number; readonly isSent: boolean },
): Promise<void> {
  const death = Promise.withResolvers<void>()
  const gone = new Promise<never>(() => {})
  let handOvers = 0
  let isExpiredLease = false
  const unlessDead = async () => {
    if (isExpiredLease) await gone
  }
  const dieAt = (moment: boolean) => async () => {
    await unlessDead()
    if (moment !== isSent || handOvers < atSending) return
    isExpiredLease = true
    death.resolve()
    await gone
  }
  const transaction: typeof ports.store.transaction = async (work) => {
    await unlessDead()
    return ports.store.transaction(work)
  }
  const dying = withSteps(ports, {
    prepare: unlessDead,
    send: dieAt(false),
    sent: async () => {
      await dieAt(true)()
      handOvers += 1
    },
  })
  void deliverMail({ ...dying, store: { ...ports.store, transaction } })
  await death.promise
  await settle()
}

/** The same ports; before a mail is marked as sent something else happens. */
function withMarking(ports: MemoryPorts, before: (id: string) => Promise<void>): MemoryPorts {
  const transaction: MemoryPorts['store']['transaction'] = (work) =>
    ports.store.transaction((tx) => {
      const markSent: typeof tx.outbox.markSent = async (id, moment) => {
        await before(id)
        await tx.outbox.markSent(id, moment)
      }
      return work({ ...tx, outbox: { ...tx.outbox, markSent } })
    })
  return { ...ports, store: { ...ports.store, transaction } }
}
