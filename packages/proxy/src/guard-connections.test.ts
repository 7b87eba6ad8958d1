import { once } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, it } from '@jest/globals'
import { guardConnections } from './guard-connections.ts'

it('a connection has its newest answer while it is open, and forgets it then', async () => {
  const handled = Promise.withResolvers<{ socket: Socket; response: ServerResponse }>()
  const server = createServer((request, response) => {
    connections.note(request, response)
    handled.resolve({ socket: request.socket, response })
  })
  const rules = { stalledSeconds: 30, perNetwork: 10, networkOf: () => undefined }
  const connections = guardConnections(server, rules)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const request = get({ host: '127.0.0.1', port, agent: false }, (answer) => answer.resume())
  const { socket, response } = await handled.promise
  expect(connections.latest(socket)).toBe(response)
  const closed = once(socket, 'close')
  response.end()
  await Promise.all([closed, once(request, 'close')])
  expect(connections.latest(socket)).toBeUndefined()
  server.close()
  await once(server, 'close')
})
