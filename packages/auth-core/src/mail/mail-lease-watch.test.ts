import { describe, expect, it } from '@jest/globals'
import { at, names, sentIds, withMails } from '../../test-support/delivery-environment.ts'
import type { MemoryPorts } from '../../testing/index.ts'
import { PortError } from '../ports/port-error.ts'
import { createMailDelivery } from './deliver-mail.ts'

describe('mails of a process that has died', () => {
  it('are free ten seconds after its last sign of life', async () => {
    const ports = await leasedBy('dead')
    await note(ports, 'dead', 10)
    const delivery = createMailDelivery(ports)
    await rounds(ports, delivery, 9)
    expect(sentIds(ports)).toEqual([])
    await rounds(ports, delivery, 1)
    await delivery.finish()
    expect(sentIds(ports)).toEqual(['one'])
  })

  it('stay with one that gives signs of life, until the lease ends', async () => {
    const ports = await leasedBy('slow')
    const delivery = createMailDelivery(ports)
    for (let passed = 0; passed < 58; passed += 2) {
      await note(ports, 'slow', 10)
      await rounds(ports, delivery, 2)
    }
    expect(sentIds(ports)).toEqual([])
    await rounds(ports, delivery, 2)
    await delivery.finish()
    expect(sentIds(ports)).toEqual(['one'])
  })

  it('are not taken from all the others when the store comes back', async () => {
    const ports = await leasedBy('alive')
    await note(ports, 'alive', 10)
    let isAway = false
    const transaction: typeof ports.store.transaction = (work) =>
      isAway ? Promise.reject(new PortError('store', 'unavailable')) : ports.store.transaction(work)
    const delivery = createMailDelivery({ ...ports, store: { ...ports.store, transaction } })
    await rounds(ports, delivery, 5)
    isAway = true
    await rounds(ports, delivery, 30)
    isAway = false
    await rounds(ports, delivery, 2)
    await note(ports, 'alive', 10)
    await rounds(ports, delivery, 8)
    expect(sentIds(ports)).toEqual([])
  })

  it('are not sent by it when it goes on and another has them', async () => {
    const ports = await withMails(names(2))
    const entered = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const prepare: typeof ports.mailer.prepare = async (...mail) => {
      const delivery = await ports.mailer.prepare(...mail)
      entered.resolve()
      await goOn.promise
      return delivery
    }
    const late = createMailDelivery({ ...ports, mailer: { ...ports.mailer, prepare } })
    const round = late.deliverDue()
    await entered.promise
    await ports.store.transaction(async ({ outbox }) => {
      await outbox.releaseLease({ by: ports.replicaId, until: at(60) })
      const taken = await outbox.leaseDue(at(0), limits, { by: 'other', until: at(61) })
      expect(taken).toHaveLength(2)
    })
    goOn.resolve()
    await round
    await late.finish()
    expect(sentIds(ports)).toEqual([])
  })

  it('are not its own', async () => {
    const ports = await leasedBy('own')
    const delivery = createMailDelivery({ ...ports, replicaId: 'own' })
    await rounds(ports, delivery, 59)
    expect(sentIds(ports)).toEqual([])
  })
})

const limits = { untried: 9, tried: 9 }

/** A mail, of which a process has just taken the lease. */
async function leasedBy(by: string): Promise<MemoryPorts> {
  const ports = await withMails(['one'])
  const now = ports.clock.now()
  await ports.store.transaction((tx) => tx.outbox.leaseDue(now, limits, { by, until: at(60) }))
  return ports
}

/** A sign of life. */
async function note(ports: MemoryPorts, id: string, seconds: number): Promise<void> {
  const now = ports.clock.now()
  const aliveUntil = new Date(now.getTime() + seconds * 1000)
  await ports.store.transaction((tx) =>
    tx.replicas.put({ id, startedAt: now, aliveUntil, terminals: 0, sealsWith: '' }),
  )
}

/** A round of deliveries each second. */
async function rounds(
  ports: MemoryPorts,
  delivery: ReturnType<typeof createMailDelivery>,
  seconds: number,
): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 1) {
    ports.clock.advance(1)
    await delivery.deliverDue().catch(() => undefined)
  }
}
