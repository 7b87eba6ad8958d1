import { randomUUID } from 'node:crypto'
import type { Requester } from '@gatehouse/auth-core'
import {
  type ClientAgents,
  clientAddress,
  clientType,
  headerValues,
  networkOf,
  type TrustedProxies,
  unreadableHop,
} from '@gatehouse/auth-core/requests'

/** The longest `User-Agent` in the audit log, in UTF-16 units. */
const longestUserAgent = 256

/** The facts about a request that every part of a service shares. */
export interface RequestFacts {
  /** The client's address, which a backend gets in forwarding headers. */
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
  /** Gets what a trusted proxy says of its client where that is no address, each time; its own counts then. */
  readonly onUnreadableHop?: ((hop: string) => void) | undefined
  /** The language of mails for a value of `Accept-Language`; `undefined` for none that it asks for. */
  readonly languageOf: (accepted: string | undefined) => string | undefined
  /** The clock for the arrival of requests. */
  readonly now: () => Date
}

/** What is read of a request. */
export interface ReadableRequest {
  /** The address at the other end of the connection; empty if it is not known. */
  readonly peer: string
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[]
}

/** Reads who sent a request. The request id is always our own. */
export function readFacts(
  { peer, rawHeaders }: ReadableRequest,
  { agents, trustedProxies, onUnreadableHop, languageOf, now }: RequestFactsOptions,
): RequestFacts {
  const forwardedFor = headerValues(rawHeaders, 'x-forwarded-for')
  const address = clientAddress(peer, forwardedFor, trustedProxies)
  if (onUnreadableHop && forwardedFor.length > 0) {
    const hop = unreadableHop(address, forwardedFor, trustedProxies)
    if (hop !== undefined) onUnreadableHop(hop)
  }
  const [userAgent = ''] = headerValues(rawHeaders, 'user-agent')
  const languages = headerValues(rawHeaders, 'accept-language').join(', ')
  return {
    address,
    from: {
      client: clientType(rawHeaders, agents),
      network: networkOf(address),
      userAgent: userAgent.slice(0, longestUserAgent),
      requestId: randomUUID(),
      receivedAt: now(),
      // Not a getter, though few requests cause a mail: one in an object literal costs as much as reading it.
      language: languages === '' ? undefined : languageOf(languages),
    },
  }
}
