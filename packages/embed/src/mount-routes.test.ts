import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTestEnvironment, outcomeOf } from '@gatehouse/auth-core/testing'
import { afterEach, expect, it } from '@jest/globals'
import { mountRoutes } from './mount-routes.ts'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

it('answers the API below a prefix, for Node and for the Fetch standard', async () => {
  const { routes, person } = await mounted()
  const url = await serve((request, response) => void routes.node(request, response))
  const login = JSON.stringify({ email: person.email, password: person.password })
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: login,
  }
  const byNode = await fetch(`${url}/identity/login`, request)
  expect(byNode.status).toBe(200)
  const asked = new Request('http://shop.example/identity/login', request)
  const byFetch = await routes.fetch(asked, { address: '192.0.2.7' })
  expect(byFetch.status).toBe(200)
  expect((await fetch(`${url}/elsewhere`)).status).toBe(404)
})

it('checks no token before the state of tokens is fresh', async () => {
  const reading = Promise.withResolvers<void>()
  let waiting: Promise<void> | undefined
  const { routes, token } = await mounted(() => waiting)
  const order: string[] = []
  const url = await serve((request, response) => {
    void routes.requireAuth(request, response, () => {
      order.push('let in')
      response.end(routes.claimsOf(request)?.username)
    })
    order.push('asked')
  })
  const headers = { authorization: `Bearer ${token}` }
  await fetch(url, { headers })
  waiting = reading.promise
  const asked = fetch(url, { headers })
  while (order.length < 3) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(order).toEqual(['let in', 'asked', 'asked'])
  reading.resolve()
  expect((await asked).status).toBe(200)
  expect(order).toEqual(['let in', 'asked', 'asked', 'let in'])
  waiting = undefined
  expect((await fetch(url)).status).toBe(401)
})

async function mounted(whenFresh: () => Promise<void> | undefined = () => undefined) {
  const world = createTestEnvironment()
  const person = await world.signUp()
  const { token } = outcomeOf('authenticated', await world.logIn(person))
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const { auth, ports } = world
  const parts = { auth, clock: ports.clock, whenFresh, answersBackends: false, log }
  return { routes: mountRoutes(parts, { prefix: '/identity' }), person, token }
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
