import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type RequestFacts, writeProblem } from '@gatehouse/http-api'
import { createInstruments } from '@gatehouse/prometheus'
import { readMetrics } from '@gatehouse/prometheus/testing'
import { listen } from '@gatehouse/proxy/testing'
import { until } from '@gatehouse/test-services'
import { describe, expect, it } from '@jest/globals'
import { Registry } from 'prom-client'
import { watchExchange } from '../edge/watch-exchange.ts'
import { type ExchangeObserver, observeExchanges } from './observe-exchanges.ts'

const facts: RequestFacts = {
  address: '192.0.2.1',
  from: {
    client: 'cli',
    network: '192.0.2.1',
    userAgent: '',
    requestId: 'r-1',
    receivedAt: new Date(),
  },
}

type Answer = (response: ServerResponse, observer: ExchangeObserver) => void

describe('a request that the gateway answers', () => {
  it('is counted by its operation, method and status, never by its address', async () => {
    const numbers = await countsOf('/api/auth/login?email=ada@example.com', (response) => {
      response.writeHead(201).end()
    })
    const labels = 'operation="other",method="GET",status="2xx"'
    expect(numbers[`gatehouse_http_requests_total{${labels}}`]).toBe(1)
    const seconds = 'gatehouse_http_request_duration_seconds_count{operation="other"}'
    expect(numbers[seconds]).toBe(1)
    expect(JSON.stringify(numbers)).not.toContain('ada')
  })

  it('is counted with its problem', async () => {
    const numbers = await countsOf('/api/machines', (response) => {
      writeProblem(response, { code: 'token_missing' })
    })
    expect(numbers['gatehouse_problems_total{code="token_missing"}']).toBe(1)
    expect(numbers['gatehouse_problems_total{code="overloaded"}']).toBe(0)
    const labels = 'operation="backend",method="GET",status="4xx"'
    expect(numbers[`gatehouse_http_requests_total{${labels}}`]).toBe(1)
  })

  it('has no status when the client left before there was one', async () => {
    const numbers = await countsOf('/healthz', (response) => {
      response.destroy()
    })
    const labels = 'operation="health",method="GET",status="none"'
    expect(numbers[`gatehouse_http_requests_total{${labels}}`]).toBe(1)
  })
})

describe('a request that goes to the backend', () => {
  it('is counted apart, with the time of the backend', async () => {
    const numbers = await countsOf('/api/machines', (response, observer) => {
      observer.forwarded(response)
      observer.backendAnswered(response)
      response.writeHead(503).end()
    })
    expect(numbers['gatehouse_proxied_requests_total{method="GET",status="5xx"}']).toBe(1)
    expect(numbers.gatehouse_proxied_request_duration_seconds_count).toBe(1)
    expect(numbers.gatehouse_backend_duration_seconds_count).toBe(1)
    expect(numbers.gatehouse_proxied_requests_in_flight).toBe(0)
    expect(Object.keys(numbers).filter((name) => name.includes('"backend"'))).toEqual([])
  })

  it('is in flight until it is over', async () => {
    const { observer, read } = create()
    const server = createServer((_request, response) => observer.forwarded(response))
    const { url } = await listen(server)
    request(url)
      .on('error', () => undefined)
      .end()
    await until(() => server.listenerCount('request') === 1)
    await new Promise((resolve) => server.once('request', resolve))
    expect((await read()).gatehouse_proxied_requests_in_flight).toBe(1)
  })
})

function create() {
  const registry = new Registry()
  const observer = observeExchanges(createInstruments(registry))
  const read = async () => Object.fromEntries(readMetrics(await registry.metrics()))
  return { observer, read }
}

/** What was counted when a request had such an answer. */
async function countsOf(target: string, answer: Answer): Promise<Record<string, number>> {
  const { observer, read } = create()
  const { promise: over, resolve } = Promise.withResolvers<void>()
  const serve = (asked: IncomingMessage, response: ServerResponse) => {
    watchExchange(asked, response, {
      facts,
      onEnd(end) {
        observer.ended(end)
        resolve()
      },
    })
    answer(response, observer)
  }
  const { url } = await listen(createServer(serve))
  request(`${url}${target}`)
    .on('error', () => undefined)
    .on('response', (response) => response.resume())
    .end()
  await over
  return read()
}
