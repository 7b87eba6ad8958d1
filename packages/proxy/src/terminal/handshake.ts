import type { IncomingMessage } from 'node:http'
import { headerValues } from '@gatehouse/auth-core/requests'
import { framingFault } from '../framing-fault.ts'
import { connectionOptions } from '../hop-by-hop.ts'

/** The content of a client's opening handshake. */
export interface Handshake {
  /** Marks a {@link Handshake}. */
  readonly kind: 'handshake'
  /** The subprotocols that the client offers, in its order of preference. */
  readonly protocols: readonly string[]
  /** The `Origin`; not set unless a browser, or a similar client, sent it. */
  readonly origin?: string
}

/** A request that is not a valid opening handshake, and header fields that help its sender. */
export interface NoHandshake {
  /** Marks a {@link NoHandshake}. */
  readonly kind: 'malformed'
  /** The fields for the answer. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Checks a client's opening handshake (RFC 6455, section 4.2.1). Stricter than the RFC in what only
 * an attack needs: `websocket` is the only protocol it may ask for, there is no body, and nothing
 * follows until it is answered, so that no second request hides behind it (T-77).
 *
 * @param head What came after the header section.
 */
export function validateHandshake(
  {
    method,
    httpVersion,
    rawHeaders,
  }: Pick<IncomingMessage, 'method' | 'httpVersion' | 'rawHeaders'>,
  head: Uint8Array,
): Handshake | NoHandshake {
  const only = (name: string): string | undefined => {
    const [value, second] = headerValues(rawHeaders, name)
    return second === undefined ? value : undefined
  }
  const isUpgrade =
    method === 'GET' &&
    httpVersion === '1.1' &&
    only('upgrade')?.toLowerCase() === 'websocket' &&
    connectionOptions(rawHeaders).includes('upgrade')
  if (!isUpgrade) return malformed({ Upgrade: 'websocket' })
  if (only('sec-websocket-version') !== '13') return malformed({ 'Sec-WebSocket-Version': '13' })

  const protocols = offeredProtocols(rawHeaders)
  const [origin, secondOrigin] = headerValues(rawHeaders, 'origin')
  const isClean =
    /^[A-Za-z0-9+/]{22}==$/.test(only('sec-websocket-key') ?? '') &&
    only('host') !== undefined &&
    !announcesBody(rawHeaders) &&
    head.length === 0 &&
    secondOrigin === undefined
  if (!isClean || protocols === undefined) return malformed()
  return { kind: 'handshake', protocols, ...(origin === undefined ? {} : { origin }) }
}

/**
 * The offered subprotocols; `undefined` if a name is not a token (RFC 9110, section 5.6.2) or appears twice.
 */
function offeredProtocols(rawHeaders: readonly string[]): readonly string[] | undefined {
  const values = headerValues(rawHeaders, 'sec-websocket-protocol')
  if (values.length === 0) return []
  const names = values.flatMap((value) => value.split(',')).map((name) => name.trim())
  const areTokens = names.every((name) => /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name))
  return areTokens && new Set(names).size === names.length ? names : undefined
}

function announcesBody(rawHeaders: readonly string[]): boolean {
  const length = headerValues(rawHeaders, 'content-length')[0] ?? '0'
  const coding = headerValues(rawHeaders, 'transfer-encoding')[0]
  return framingFault(rawHeaders) !== undefined || Number(length) !== 0 || coding !== undefined
}

function malformed(headers: Readonly<Record<string, string>> = {}): NoHandshake {
  return { kind: 'malformed', headers }
}
