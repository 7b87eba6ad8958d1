import { createServer } from 'node:http'
import { connect, createServer as createListener } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@gatehouse/test-services'
import { expect, it } from '@jest/globals'
import { afterTest, listen } from '../testing/index.ts'
import { reserveConnections } from './reserve-connections.ts'

it('T-94: bounds the connections that another listener brings, too', async () => {
  const server = createServer((request) => void roomFor(request))
  const roomFor = reserveConnections(server, { maxConnections: 2, probes: /^\/livez$/, reserve: 1 })
  const listener = createListener((socket) => void server.emit('connection', socket))
  const { port } = await listen(listener)
  let closed = 0
  const clients = Array.from({ length: 60 }, () => {
    const client = connect({ port, host: '127.0.0.1' }).on('error', () => undefined)
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    return client.resume().on('close', () => {
      closed += 1
    })
  })
  afterTest(() => {
    for (const client of clients) client.destroy()
  })
  await until(async () => closed === 57)
  // Others would have followed by now.
  await sleep(100)
  expect(closed).toBe(57)
})
