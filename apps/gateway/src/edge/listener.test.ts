import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterTest, exchange } from '@gatehouse/proxy/testing'
import { until } from '@gatehouse/test-services'
import { expect, it } from '@jest/globals'
import { createListener } from './listener.ts'

const request = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

it('T-103: answers what is sent at the moment that it is told to stop', async () => {
  const server = createServer((_request, response) => response.end('hello'))
  const { drain, listen } = createListener(server)
  const { port } = await listen({ host: '127.0.0.1', port: 0 })
  const drained = drain(5000)
  const answers = await Promise.all(Array.from({ length: 40 }, () => exchange(port, request)))
  expect(answers.filter((answer) => answer.endsWith('hello'))).toHaveLength(40)
  await drained
  expect(server.listening).toBe(false)
})

it('T-103: stops listening all the same while connections keep coming', async () => {
  const server = createServer((_request, response) => response.end('hello'))
  const { drain, listen } = createListener(server)
  const { port } = await listen({ host: '127.0.0.1', port: 0 })
  const knocking = setInterval(() => {
    connect({ port, host: '127.0.0.1' })
      .on('error', () => undefined)
      .end(request)
      .resume()
  }, 5)
  afterTest(() => clearInterval(knocking))
  await drain(400)
  expect(server.listening).toBe(false)
})

it('cuts what is left when no time is left', async () => {
  const server = createServer()
  const { drain, listen } = createListener(server)
  const { port } = await listen({ host: '127.0.0.1', port: 0 })
  const unanswered = exchange(port, request)
  await once(server, 'request')
  await drain(0)
  expect(await unanswered).toBe('')
})

it('T-90: accepts more than one connection in a turn of the event loop', async () => {
  const server = createServer()
  const { drain, listen } = createListener(server)
  afterTest(() => drain(0))
  const { port } = await listen({ host: '127.0.0.1', port: 0 })
  const accepted: number[] = []
  let turn = 0
  const nextTurn = () => {
    turn += 1
    if (accepted.length < 64) setImmediate(nextTurn)
  }
  const { promise: all, resolve } = Promise.withResolvers<void>()
  server.on('connection', (socket) => {
    socket.destroy()
    if (accepted.push(turn) === 64) resolve()
  })
  for (let count = 0; count < 64; count += 1) {
    connect({ port, host: '127.0.0.1' }).on('error', () => undefined)
  }
  nextTurn()
  await all
  expect(new Set(accepted).size).toBeLessThan(48)
})

it('counts the connections that each of its listeners has brought', async () => {
  const { connections, drain, listen } = createListener(createServer())
  const { port } = await listen({ host: '127.0.0.1', port: 0 })
  const clients = Array.from({ length: 20 }, () => connect({ port, host: '127.0.0.1' }))
  await Promise.all(clients.map((client) => once(client, 'connect')))
  await until(async () => (await connections()) === 20)
  for (const client of clients) client.destroy()
  await until(async () => (await connections()) === 0)
  await drain(1000)
})

it('shares its port with no other gateway', async () => {
  const first = createListener(createServer())
  const { port } = await first.listen({ host: '127.0.0.1', port: 0 })
  const second = createListener(createServer())
  const listening = second.listen({ host: '127.0.0.1', port })
  await expect(listening).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await first.drain(1000)
  await second.listen({ host: '127.0.0.1', port })
  await second.drain(1000)
})
