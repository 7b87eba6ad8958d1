import type { IncomingMessage } from 'node:http'
import { framingFault } from '../framing-fault.ts'
import { headerValues } from '../header-fields.ts'
import { connectionOptions } from '../hop-by-hop.ts'

/** What a client's opening handshake asks for. */
export interface Handshake {
  /** Tells it from {@link NoHandshake}. */
  readonly kind: 'handshake'
  /** The subprotocols it offers, in its order of preference. */
  readonly protocols: readonly string[]
  /** Absent unless a browser, or something like it, asks. */
  readonly origin?: string
}

/** What is no opening handshake, and the header fields that would help its sender. */
export interface NoHandshake {
  /** Tells it from {@link Handshake}. */
  readonly kind: 'malformed'
  /** For the answer. */
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

/** `undefined` if a name is no token (RFC 9110, section 5.6.2) or comes twice. */
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
