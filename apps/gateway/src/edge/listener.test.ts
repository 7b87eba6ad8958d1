import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterTest, exchange } from '@gatehouse/proxy/testing'
import { expect, it } from '@jest/globals'
import { drain, listen } from './listen-and-drain.ts'

const request = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'

it('T-103: answers what is sent at the moment that it is told to stop', async () => {
  const server = createServer((_request, response) => response.end('hello'))
  const { port } = await listen(server, { host: '127.0.0.1', port: 0 })
  const drained = drain(server, 5000)
  const answers = await Promise.all(Array.from({ length: 40 }, () => exchange(port, request)))
  expect(answers.filter((answer) => answer.endsWith('hello'))).toHaveLength(40)
  await drained
  expect(server.listening).toBe(false)
})

it('T-103: stops listening all the same while connections keep coming', async () => {
  const server = createServer((_request, response) => response.end('hello'))
  const { port } = await listen(server, { host: '127.0.0.1', port: 0 })
  const knocking = setInterval(() => {
    connect({ port, host: '127.0.0.1' })
      .on('error', () => undefined)
      .end(request)
      .resume()
  }, 5)
  afterTest(() => clearInterval(knocking))
  await drain(server, 400)
  expect(server.listening).toBe(false)
})
