import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from '@jest/globals'
import { freePort } from './free-port.ts'

it('is the wanted one when nobody has it, and another when somebody does', async () => {
  const port = await freePort()
  expect(await freePort(port)).toBe(port)
  const owner = createServer()
  await once(owner.listen(port, '127.0.0.1'), 'listening')
  expect(await freePort(port)).not.toBe(port)
  owner.close()
  await once(owner, 'close')
})

it('is none that a system lends to outgoing connections', async () => {
  const ports = await Promise.all(Array.from({ length: 50 }, () => freePort(0)))
  expect(Math.max(...ports)).toBeLessThan(32_768)
  expect(new Set(ports).size).toBeGreaterThan(40)
})
