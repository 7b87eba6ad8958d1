import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Requester } from '@gatehouse/auth-core'
import { clientAddress, headerValues, networkOf, type TrustedProxies } from '@gatehouse/proxy'
import { type ClientAgents, clientType } from './client-type.ts'

/** Longest `User-Agent` that is kept in the audit log, in UTF-16 units. */
const longestUserAgent = 256

/** What the gateway knows of a request before anything else looks at it. */
export interface RequestFacts {
  /** The client's address, which forwarding headers tell the backend. */
  readonly address: string
  /** What the core is told of it. */
  readonly from: Requester
}

/** How a request is read. */
export interface RequestFactsOptions {
  /** What tells a tool from a browser. */
  readonly agents: ClientAgents
  /** Those whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: TrustedProxies
  /** The time at which a request counts as arrived. */
  readonly now: () => Date
}

/** Who asks, from where and when: read when it is first asked for, and the same ever after. */
export type FactsOf = (request: IncomingMessage) => RequestFacts

const facts = Symbol('facts')

/** The note travels on the request: that costs less than a table of requests under way. */
interface NotedRequest extends IncomingMessage {
  [facts]?: RequestFacts
}

/** Reads each request once. The request id is always ours. */
export function createFactsOf(options: RequestFactsOptions): FactsOf {
  return (request: NotedRequest) => (request[facts] ??= readFacts(request, options))
}

function readFacts(
  { headers, rawHeaders, socket }: IncomingMessage,
  { agents, trustedProxies, now }: RequestFactsOptions,
): RequestFacts {
  const peer = socket.remoteAddress ?? ''
  const forwardedFor = headerValues(rawHeaders, 'x-forwarded-for')
  const address = clientAddress(peer, forwardedFor, trustedProxies)
  const userAgent = headers['user-agent'] ?? ''
  return {
    address,
    from: {
      client: clientType(rawHeaders, agents),
      network: networkOf(address),
      userAgent: userAgent.slice(0, longestUserAgent),
      requestId: randomUUID(),
      receivedAt: now(),
    },
  }
}
