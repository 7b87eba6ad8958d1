import { expect, it } from '@jest/globals'
import { createMemoryPorts } from '../../testing/memory/memory-ports.ts'
import { createHeartbeat } from './heartbeat.ts'

it('says how many terminals are open, each time anew, until it leaves', async () => {
  const { ports, alive } = world()
  let open = 2
  const heartbeat = createHeartbeat({ ports, terminals: () => open, sealsWith: 'key-1' })
  expect(await alive()).toEqual([])
  await heartbeat.note()
  expect(await alive()).toMatchObject([{ id: 'replica-1', terminals: 2, sealsWith: 'key-1' }])
  open = 5
  ports.clock.advance(6)
  await heartbeat.note()
  ports.clock.advance(6)
  expect(await alive()).toMatchObject([{ terminals: 5 }])
  await heartbeat.leave()
  expect(await alive()).toEqual([])
})

it('does not count as alive for long when the process was killed', async () => {
  const { ports, alive } = world()
  const presenceOf = (replicaId: string, terminals: number) =>
    createHeartbeat({
      ports: { ...ports, replicaId },
      terminals: () => terminals,
      sealsWith: 'key-1',
    })
  const killed = presenceOf('killed', 2)
  const other = presenceOf('other', 3)
  await killed.note()
  await other.note()
  expect(await alive()).toHaveLength(2)
  ports.clock.advance(9)
  await other.note()
  expect(await alive()).toHaveLength(2)
  ports.clock.advance(1)
  expect(await alive()).toMatchObject([{ terminals: 3 }])
})

function world() {
  const ports = createMemoryPorts({ replicaId: 'replica-1' })
  const alive = () => ports.store.transaction((tx) => tx.replicas.findAlive(ports.clock.now()))
  return { ports, alive }
}
