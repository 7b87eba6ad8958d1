import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { AccessClaims, Authenticated, Refused, SessionStatus } from '@gatehouse/auth-core'
import { WebSocket, WebSocketServer } from 'ws'
import { classifyTarget } from '../src/proxy/target.ts'
import {
  createTerminalBridge,
  type TerminalBridgeOptions,
} from '../src/proxy/terminal/terminal-bridge.ts'
import {
  defaultTerminalLimits,
  type TerminalLimits,
} from '../src/proxy/terminal/terminal-limits.ts'
import { afterTest } from './after-test.ts'
import { type Listening, listen, listenUntilClosed } from './listen.ts'

/** A backend that opens a terminal for every upgrade, and echoes what it gets. */
export interface TerminalBackend extends Listening {
  /** Every upgrade request that reached it. */
  readonly upgrades: readonly IncomingMessage[]
  /** Its ends of the sockets. */
  readonly sockets: readonly WebSocket[]
}

export interface TerminalBackendSettings {
  readonly onSocket?: (socket: WebSocket) => void
  /** Picks one of the protocols offered; the first unless given. */
  readonly protocol?: string | false
  /** More header fields of its 101. */
  readonly answerFields?: readonly string[]
}

export async function startTerminalBackend(
  settings: TerminalBackendSettings = {},
): Promise<TerminalBackend> {
  const { server, ...seen } = createTerminalBackend(settings)
  return { ...(await listen(server)), ...seen }
}

/** The same for several tests: it runs until it is closed. */
export async function startSharedTerminalBackend(): Promise<TerminalBackend> {
  const { server, ...seen } = createTerminalBackend({})
  return { ...(await listenUntilClosed(server)), ...seen }
}

function createTerminalBackend({
  onSocket = echo,
  protocol,
  answerFields = [],
}: TerminalBackendSettings) {
  const upgrades: IncomingMessage[] = []
  const sockets: WebSocket[] = []
  const server = createServer()
  const choice = protocol === undefined ? {} : { handleProtocols: () => protocol }
  const terminals = new WebSocketServer({ server, ...choice })
  terminals.on('headers', (fields) => fields.push(...answerFields))
  terminals.on('connection', (socket, request) => {
    upgrades.push(request)
    sockets.push(socket)
    socket.on('error', () => undefined)
    onSocket(socket)
  })
  return { server, upgrades, sockets }
}

/** The session that every token of these tests belongs to. */
export const sessionId = 's-1'

export interface TerminalGatewaySettings
  extends Partial<Omit<TerminalBridgeOptions, 'limits' | 'backendUrl'>> {
  readonly limits?: Partial<TerminalLimits>
  readonly network?: (request: IncomingMessage) => string
}

/**
 * A server with nothing but terminals. Tokens are called after their `source`, with anything behind
 * a dot; `expired` has expired, and others are no tokens.
 */
export async function startTerminalGateway(
  backend: { readonly url: string },
  { limits, network = () => 'n-1', ...overrides }: TerminalGatewaySettings = {},
) {
  const log: unknown[] = []
  const note = (fields: object, message: string) => log.push({ ...fields, message })
  const bridge = createTerminalBridge({
    backendUrl: backend.url,
    limits: { ...defaultTerminalLimits, ...limits },
    authenticate,
    checkSessions: async () => new Map([[sessionId, status]]),
    lastRevocation: () => null,
    allowedOrigins: (origin) => origin === 'https://id.example',
    requireOriginForUi: true,
    clock: { now: () => new Date() },
    log: { info: note, warn: note },
    problemBase: '',
    ...overrides,
  })
  const server = createServer((_request, response) => response.end('plain'))
  server.on('upgrade', (request, socket, head) => {
    const target = classifyTarget(request.url ?? '', request.method ?? '')
    if (target.kind !== 'terminal') {
      socket.destroy()
      return
    }
    const client = { address: '192.0.2.1', protocol: 'https', host: 'id.example' } as const
    const context = { target, client, network: network(request), requestId: 'r-1' }
    bridge.handleUpgrade({ request, socket, head }, context)
  })
  afterTest(() => bridge.close(0))
  return { ...(await listen(server)), bridge, log }
}

const hour = 3600 * 1000
const status: SessionStatus = { validUntil: new Date(Date.now() + hour), allowed: true }

/** Knows the token `source.anything`, for one account a `source.account`. */
export function authenticate(token: string, at: Date): Authenticated | Refused {
  const [source = '', userId = 'u-1'] = token.split('.')
  if (source === 'expired') return { kind: 'refused', refusal: 'token_expired' }
  if (source !== 'ui' && source !== 'cli' && source !== 'vscode') {
    return { kind: 'refused', refusal: 'token_invalid' }
  }
  const claims: AccessClaims = {
    userId,
    username: 'ada',
    email: 'ada@example.com',
    tenantId: 'acme',
    tenantName: 'Acme',
    role: 'user',
    machineRole: 'operator',
    groups: ['ops'],
    identityProviderId: 'kc-1',
    source,
    issuer: 'gatehouse',
    issuedAt: at,
    expiresAt: new Date(at.getTime() + hour),
    tokenId: 'jti',
    sessionId,
    authTime: at,
  }
  return { kind: 'authenticated', claims, validUntil: claims.expiresAt }
}

/** Opens a terminal as a program would. */
export async function openTerminal(
  gateway: { readonly port: number },
  { query = '?token=cli', protocols = [] as string[], headers = {} } = {},
): Promise<WebSocket> {
  const url = `ws://127.0.0.1:${gateway.port}/api/terminal/demo/ws${query}`
  const socket = new WebSocket(url, protocols, { headers })
  await once(socket, 'open')
  socket.on('error', () => undefined)
  return socket
}

/** A terminal with both its ends. */
export interface TerminalPair {
  readonly backend: TerminalBackend
  readonly gateway: Awaited<ReturnType<typeof startTerminalGateway>>
  readonly client: WebSocket
  /** The backend's end. */
  readonly upstream: WebSocket
}

/** Starts a backend and a gateway, and opens one terminal. */
export async function openTerminalPair(
  backendSettings: TerminalBackendSettings = {},
  gatewaySettings: TerminalGatewaySettings = {},
): Promise<TerminalPair> {
  const backend = await startTerminalBackend(backendSettings)
  const gateway = await startTerminalGateway(backend, gatewaySettings)
  const client = await openTerminal(gateway)
  const [upstream] = backend.sockets
  if (upstream === undefined) throw new Error('the backend saw no socket')
  return { backend, gateway, client, upstream }
}

/** The connection under a socket, for writing frames that ws would not. */
export function rawSocket(socket: WebSocket): Socket {
  return (socket as unknown as { readonly _socket: Socket })._socket
}

/** The code and the reason a socket is closed with. */
export async function closing(socket: WebSocket): Promise<readonly [number, string]> {
  if (socket.readyState === WebSocket.CLOSED) throw new Error('closed before anybody looked')
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer]
  return [code, reason.toString()]
}

/** The next message of a socket, as text. */
export async function nextMessage(socket: WebSocket): Promise<string> {
  const [data] = (await once(socket, 'message')) as [Buffer]
  return data.toString()
}

/** An opening handshake as text, for sending it in ways that no library would. */
export function handshakeText(
  target = '/api/terminal/demo/ws?token=cli',
  changes: Readonly<Record<string, string | undefined>> = {},
): string {
  const fields = {
    Host: 'x',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...changes,
  }
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  )
  return [`GET ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n')
}

function echo(socket: WebSocket): void {
  socket.on('message', (data, binary) => socket.send(data, { binary }))
}
