import { createMemoryPorts } from '@gatehouse/auth-core/testing'
import { expect, it } from '@jest/globals'
import { createPresence } from './presence.ts'

it('says how many terminals are open, each time anew, until it leaves', async () => {
  const { ports, alive } = world()
  let open = 2
  const presence = createPresence({ ports, terminals: () => open, sealsWith: 'key-1' })
  expect(await alive()).toEqual([])
  await presence.note()
  expect(await alive()).toMatchObject([{ terminals: 2, sealsWith: 'key-1' }])
  open = 5
  ports.clock.advance(15)
  await presence.note()
  ports.clock.advance(15)
  expect(await alive()).toMatchObject([{ terminals: 5 }])
  await presence.leave()
  expect(await alive()).toEqual([])
})

it('is not believed for long when the process was killed', async () => {
  const { ports, alive } = world()
  const killed = createPresence({ ports, terminals: () => 2, sealsWith: 'key-1' })
  const other = createPresence({ ports, terminals: () => 3, sealsWith: 'key-1' })
  await killed.note()
  await other.note()
  expect(await alive()).toHaveLength(2)
  ports.clock.advance(19)
  await other.note()
  expect(await alive()).toHaveLength(2)
  ports.clock.advance(1)
  expect(await alive()).toMatchObject([{ terminals: 3 }])
})

function world() {
  const ports = createMemoryPorts()
  const alive = () => ports.store.transaction((tx) => tx.replicas.findAlive(ports.clock.now()))
  return { ports, alive }
}
