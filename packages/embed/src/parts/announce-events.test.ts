import type { AuditEvent } from '@gatehouse/auth-core/ports'
import { createTestEnvironment } from '@gatehouse/auth-core/testing'
import { expect, it } from '@jest/globals'
import { announceEvents, type OnEvent } from './announce-events.ts'

it('tells of what was committed, in its order', async () => {
  const kinds: string[] = []
  const { world } = worldWith((event) => void kinds.push(`${event.kind} ${event.outcome}`))
  const person = await world.signUp()
  await world.logIn(person)
  expect(kinds).toEqual(['signed_up ok', 'login ok'])
})

it('tells nothing of what was undone, and of the last run alone', async () => {
  const told: AuditEvent[] = []
  const { store, ports } = worldWith((event) => void told.push(event))
  const event: AuditEvent = {
    at: ports.clock.now(),
    kind: 'login',
    outcome: 'ok',
    accountId: null,
    actorId: null,
    tenantId: null,
    client: null,
    network: null,
    userAgent: null,
    requestId: null,
    detail: {},
  }
  const undone = store.transaction(async (tx) => {
    await tx.auditLog.record(event)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(told).toEqual([])

  const { transaction } = ports.store
  const twice: typeof transaction = async (work) => {
    const undoneOnce = transaction(async (tx) => {
      await work(tx)
      throw new Error('again')
    })
    await undoneOnce.catch(() => undefined)
    return transaction(work)
  }
  const again = announceEvents(
    { ...ports.store, transaction: twice },
    { onEvent: (each) => void told.push(each), log: { error: () => undefined } },
  )
  await again.transaction((tx) => tx.auditLog.record(event))
  expect(told).toEqual([event])
})

it.each<[string, OnEvent]>([
  [
    'throws',
    () => {
      throw new Error('of the host')
    },
  ],
  ['rejects', () => Promise.reject(new Error('of the host'))],
])('a listener that %s is reported, and harms nothing', async (_, onEvent) => {
  const { world, lines } = worldWith(onEvent)
  await world.logIn(await world.signUp())
  await Promise.resolve()
  expect(lines).toEqual([
    'the listener for events failed: Error: of the host',
    'the listener for events failed: Error: of the host',
  ])
})

function worldWith(onEvent: OnEvent) {
  const lines: string[] = []
  const world = createTestEnvironment()
  const error = (facts: object, message: string) => {
    lines.push(`${message}: ${String((facts as { readonly err: unknown }).err)}`)
  }
  const store = announceEvents(world.ports.store, { onEvent, log: { error } })
  return { world: world.with({ ports: { store } }), ports: world.ports, store, lines }
}
