import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Requester } from '@gatehouse/auth-core'
import {
  type ClientAgents,
  clientAddress,
  clientType,
  headerValues,
  networkOf,
  type TrustedProxies,
} from '@gatehouse/auth-core/requests'

/** The longest `User-Agent` in the audit log, in UTF-16 units. */
const longestUserAgent = 256

/** The facts about a request that every part of the gateway shares. */
export interface RequestFacts {
  /** The client's address, which the backend gets in forwarding headers. */
  readonly address: string
  /** The facts for the core. */
  readonly from: Requester
}

/** What reading a request needs. */
export interface RequestFactsOptions {
  /** Distinguishes tools from browsers. */
  readonly agents: ClientAgents
  /** Those whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: TrustedProxies
  /** The language of mails for a value of `Accept-Language`; `undefined` for none that it asks for. */
  readonly languageOf: (accepted: string | undefined) => string | undefined
  /** The clock for the arrival of requests. */
  readonly now: () => Date
}

/** The client of a request, its address and its arrival: read at the first call, and unchanged afterwards. */
export type FactsOf = (request: IncomingMessage) => RequestFacts

const facts = Symbol('facts')

/** A request with its facts. A property of the request is cheaper than a table of requests. */
interface NotedRequest extends IncomingMessage {
  [facts]?: RequestFacts
}

/** Reads each request once. The request id is always our own. */
export function createFactsOf(options: RequestFactsOptions): FactsOf {
  return (request: NotedRequest) => (request[facts] ??= readFacts(request, options))
}

function readFacts(
  { headers, rawHeaders, socket }: IncomingMessage,
  { agents, trustedProxies, languageOf, now }: RequestFactsOptions,
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
      // Few requests cause a mail.
      get language() {
        return languageOf(headers['accept-language'])
      },
    },
  }
}
