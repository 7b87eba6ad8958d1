import { describe, expect, it } from '@jest/globals'
import { createMemoryPorts, type MemoryPorts } from '../../testing/index.ts'
import { PortError } from '../port-error.ts'
import { deliverMail, pauseAfter } from './deliver-mail.ts'
import type { OutboxEntry } from './mail.ts'

const nothing = { sent: 0, postponed: 0, givenUp: 0 }

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

  it('takes fifty a round', async () => {
    const ports = await withMails(Array.from({ length: 60 }, (_, index) => `mail-${index}`))
    expect(await deliverMail(ports)).toEqual({ ...nothing, sent: 50 })
    expect(await deliverMail(ports)).toEqual({ ...nothing, sent: 10 })
  })

  it('has five under way at the same time', async () => {
    const ports = await withMails(Array.from({ length: 20 }, (_, index) => `mail-${index}`))
    let underWay = 0
    let most = 0
    const send = async () => {
      underWay += 1
      most = Math.max(most, underWay)
      await Promise.resolve()
      underWay -= 1
    }
    expect(await deliverMail(withSend(ports, send))).toEqual({ ...nothing, sent: 20 })
    expect(most).toBe(5)
  })

  it('gives each mail to one of several workers', async () => {
    const ports = await withMails(['one', 'two', 'three'])
    const reports = await Promise.all([deliverMail(ports), deliverMail(ports), deliverMail(ports)])
    expect(reports.map(({ sent }) => sent).reduce((sum, sent) => sum + sent)).toBe(3)
    expect(ports.mailer.sent).toHaveLength(3)
  })
})

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

  it('holds up no other', async () => {
    const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven']
    const ports = await withMails(names)
    const send = async (id: string) => {
      if (id === 'two' || id === 'five') throw new PortError('mailer', 'timeout')
      sent.push(id)
    }
    const sent: string[] = []
    expect(await deliverMail(withSend(ports, send))).toEqual({ ...nothing, sent: 5, postponed: 2 })
    expect(sent).toEqual(['one', 'three', 'four', 'six', 'seven'])
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

describe('a mail that is of no use', () => {
  it('because it was refused for good is given up, and holds up no other', async () => {
    const ports = await withMails(['one', 'two'])
    const sent: string[] = []
    const send = async (id: string) => {
      if (id === 'one') throw new PortError('mailer', 'rejected')
      sent.push(id)
    }
    expect(await deliverMail(withSend(ports, send))).toEqual({ ...nothing, sent: 1, givenUp: 1 })
    ports.clock.advance(86_400)
    expect(await deliverMail(withSend(ports, send))).toEqual(nothing)
    expect(sent).toEqual(['two'])
  })

  it('because it has expired is not sent', async () => {
    const ports = await withMails(['one', 'two'], { notAfter: at(300) })
    const oneFails = async (id: string) => {
      if (id === 'two') throw new PortError('mailer', 'unavailable')
    }
    ports.clock.advance(299.999)
    expect(await deliverMail(withSend(ports, oneFails))).toEqual({
      sent: 1,
      postponed: 1,
      givenUp: 0,
    })
    ports.clock.advance(2)
    expect(await deliverMail(ports)).toEqual({ ...nothing, givenUp: 1 })
    expect(ports.mailer.sent).toEqual([])
  })
})

describe('a worker that is slow', () => {
  it('leaves to others what it could not begin within a minute', async () => {
    const ports = await withMails(Array.from({ length: 8 }, (_, index) => `mail-${index}`))
    const slow = withSend(ports, async (id) => {
      await Promise.resolve()
      ports.clock.advance(20)
      await ports.mailer.send(id, entry(id).mail)
    })
    expect(await deliverMail(slow)).toEqual({ ...nothing, sent: 5, postponed: 3 })
    expect(await deliverMail(ports)).toEqual({ ...nothing, sent: 3 })
    expect(ports.mailer.sent).toHaveLength(8)
  })
})

describe('a worker that dies', () => {
  it('before the mail left gives it back after a minute', async () => {
    const ports = await withMails(['one'])
    await expect(deliverMail(dyingBefore(ports))).rejects.toThrow('died')
    ports.clock.advance(59.999)
    expect(await deliverMail(ports)).toEqual(nothing)
    ports.clock.advance(0.001)
    expect(await deliverMail(ports)).toEqual({ ...nothing, sent: 1 })
  })

  it('after the mail left costs one copy of it, and no more', async () => {
    const ports = await withMails(['one'])
    await expect(deliverMail(dyingAfter(ports))).rejects.toThrow('died')
    expect(await deliverMail(ports)).toEqual(nothing)
    ports.clock.advance(60)
    expect(await deliverMail(ports)).toEqual({ ...nothing, sent: 1 })
    ports.clock.advance(86_400)
    expect(await deliverMail(ports)).toEqual(nothing)
    expect(ports.mailer.sent.map(({ id }) => id)).toEqual(['one', 'one'])
  })
})

async function withMails(ids: readonly string[], changes: Partial<OutboxEntry> = {}) {
  const ports = createMemoryPorts()
  await ports.store.transaction(async (tx) => {
    for (const id of ids) await tx.outbox.add({ ...entry(id), ...changes })
  })
  return ports
}

function entry(id: string): OutboxEntry {
  const mail = {
    kind: 'otp',
    to: `${id}@example.com`,
    organization: 'Acme',
    code: '000000',
    minutes: 5,
  } as const
  return { id, mail, accountId: '', createdAt: at(0), notAfter: null, attempts: 0, dueAt: at(0) }
}

function withSend(ports: MemoryPorts, send: (id: string) => Promise<void>): MemoryPorts {
  return { ...ports, mailer: { ...ports.mailer, send } }
}

function dyingBefore(ports: MemoryPorts): MemoryPorts {
  return withSend(ports, async () => {
    throw new Error('died')
  })
}

function dyingAfter(ports: MemoryPorts): MemoryPorts {
  return withSend(ports, async (id) => {
    await ports.mailer.send(id, entry(id).mail)
    throw new Error('died')
  })
}

function at(seconds: number): Date {
  return new Date(Date.UTC(2030, 0, 1) + seconds * 1000)
}
