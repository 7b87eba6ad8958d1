import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Requester } from '@gatehouse/auth-core'
import { valuesOf } from '../proxy/hop-by-hop.ts'
import { type ClientAgents, clientType } from './client-type.ts'
import { clientAddress, networkOf, type TrustedProxies } from './network.ts'

/** Longest `User-Agent` that is kept in the audit log, in UTF-16 units. */
const longestUserAgent = 256

/** What the gateway knows of a request before anybody looks at it. */
export interface RequestFacts {
  /** The client's address, which forwarding headers tell the backend. */
  readonly address: string
  readonly from: Requester
}

/** How a request is read. */
export interface RequesterOptions {
  readonly agents: ClientAgents
  readonly trustedProxies: TrustedProxies
  readonly now: () => Date
}

/** Notes who asks, from where and when. The request id is always ours. */
export function requestFacts(
  { headers, rawHeaders, socket }: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'socket'>,
  { agents, trustedProxies, now }: RequesterOptions,
): RequestFacts {
  const peer = socket.remoteAddress ?? ''
  const forwardedFor = valuesOf(rawHeaders, 'x-forwarded-for')
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
