import type { ServerResponse } from 'node:http'
import { type OperationName, operations, problemCodeOf, problems } from '@gatehouse/http-api'
import type { Count, Instruments } from '@gatehouse/prometheus'
import type { ProxyEngine } from '@gatehouse/proxy'
import type { ExchangeEnd } from '../edge/watch-exchange.ts'
import { definitions } from './definitions.ts'
import { operationOf } from './operation-of.ts'

/**
 * Called for every request on the public port, proxied ones included, so it does next to nothing: no lookup
 * by address, no new object, no text.
 */
export interface ExchangeObserver {
  /** The request goes to the backend. */
  forwarded(response: ServerResponse): void
  /** The backend's answer has begun. */
  backendAnswered(response: ServerResponse): void
  /** The request is over, proxied or not. */
  ended(end: ExchangeEnd): void
}

const forwardedAt = Symbol('forwardedAt')

/** An answer with its measurements. A property of the answer is cheaper than a table of answers. */
interface NotedResponse extends ServerResponse {
  [forwardedAt]?: number
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'] as const
const indexOfMethod = new Map<string, number>(methods.map((method, index) => [method, index]))
const classes = ['none', '1xx', '2xx', '3xx', '4xx', '5xx'] as const

/** Counts requests on the public port. */
export function observeExchanges(instruments: Instruments): ExchangeObserver {
  const proxied = createProxiedCounts(instruments)
  const own = createOwnCounts(instruments)
  const answered = instruments.counts(definitions.problems)
  for (const code of Object.keys(problems)) answered.at({ code })
  let inFlight = 0
  instruments.gauge(definitions.proxiedInFlight, () => [{ labels: {}, value: inFlight }])
  const seconds = instruments.durations(definitions.proxiedSeconds).at({})
  const sent = instruments.counts(definitions.sentBytes).at({})
  const backendSeconds = instruments.durations(definitions.backendSeconds).at({})

  return {
    forwarded(response: NotedResponse) {
      response[forwardedAt] = performance.now()
      inFlight += 1
    },
    backendAnswered(response: NotedResponse) {
      const since = response[forwardedAt]
      if (since !== undefined) backendSeconds.observe((performance.now() - since) / 1000)
    },
    ended(end) {
      const { response, seconds: taken } = end
      const code = problemCodeOf(response)
      if (code !== undefined) answered.at({ code }).value += 1
      sent.value += end.bytesSent
      if (wasForwarded(response)) {
        inFlight -= 1
        proxied(methodIndex(end), statusIndex(end)).value += 1
        seconds.observe(taken)
      } else {
        own(end)
      }
    },
  }
}

/** Wraps an engine, and counts its requests. */
export function observeEngine(
  engine: ProxyEngine,
  { forwarded }: Pick<ExchangeObserver, 'forwarded'>,
): ProxyEngine {
  return {
    ...engine,
    forward(request, response, context) {
      forwarded(response)
      engine.forward(request, response, context)
    },
  }
}

function wasForwarded(response: NotedResponse): boolean {
  return response[forwardedAt] !== undefined
}

function methodIndex({ request: { method = '' } }: ExchangeEnd): number {
  return indexOfMethod.get(method) ?? methods.length - 1
}

/** The index for the status; an answer that never began would also have status 200. */
function statusIndex({ response, status }: ExchangeEnd): number {
  return response.headersSent ? Math.trunc(status / 100) : 0
}

/** All counts are created at the start, so that the first failure shows as an increase from zero. */
function createProxiedCounts({ counts }: Instruments): (method: number, status: number) => Count {
  const { at } = counts(definitions.proxied)
  const cells = methods.flatMap((method) => classes.map((status) => at({ method, status })))
  const [first = { value: 0 }] = cells
  return (method, status) => cells[method * classes.length + status] ?? first
}

function createOwnCounts({ counts, durations }: Instruments) {
  const requests = counts(definitions.requests)
  const seconds = durations(definitions.requestSeconds)
  for (const operation of Object.keys(operations) as OperationName[]) {
    const method = operations[operation].method.toUpperCase()
    for (const status of ['2xx', '4xx', '5xx']) requests.at({ operation, method, status })
  }
  return (end: ExchangeEnd): void => {
    const { method = '', url = '' } = end.request
    const operation = operationOf(method, url)
    const labels = {
      method: methods[methodIndex(end)] ?? 'other',
      status: classes[statusIndex(end)] ?? 'none',
    }
    requests.at({ operation, ...labels }).value += 1
    seconds.at({ operation }).observe(end.seconds)
  }
}
