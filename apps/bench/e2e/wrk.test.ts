import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, jest } from '@jest/globals'
import { makeLoad } from '../src/proxy/wrk.ts'

jest.setTimeout(60_000)

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})

it('is made again when it was over before any answer had come', async () => {
  const port = await serve((_request, response) => {
    const isLate = performance.now() < answersFrom
    if (!isLate) response.end()
  })
  const answersFrom = performance.now() + 1500
  const { requests } = await makeLoad({ port, target: '/', token: '', connections: 2, seconds: 1 })
  expect(requests).toBeGreaterThan(0)
})

it('says so when there never is an answer', async () => {
  const port = await serve(() => undefined)
  const load = { port, target: '/', token: '', connections: 2, seconds: 1 }
  await expect(makeLoad(load)).rejects.toThrow('no answer within 1 s, 5 times')
})

async function serve(listener: RequestListener): Promise<number> {
  server = createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}
