import { createServer, type IncomingMessage } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { listen, listenUntilClosed, type TestServer } from './listen.ts'

/** A backend that opens a terminal for every upgrade, and answers everything else with 200. */
export interface TerminalBackend extends TestServer {
  /** The upgrade requests that it received. */
  readonly upgrades: readonly IncomingMessage[]
  /** The backend's sockets. */
  readonly sockets: readonly WebSocket[]
}

/** Behaviour of the backend other than echoing. */
export interface TerminalBackendSettings {
  /** Called with each opened socket, instead of the echo. */
  readonly onSocket?: (socket: WebSocket) => void
  /** The protocol that it chooses; the first offered one unless given. */
  readonly protocol?: string | false
  /** Additional header fields of its 101. */
  readonly answerFields?: readonly string[]
}

/** Starts a terminal backend that runs until the end of the test. */
export async function startTerminalBackend(
  settings: TerminalBackendSettings = {},
): Promise<TerminalBackend> {
  const { server, ...seen } = createTerminalBackend(settings)
  return { ...(await listen(server)), ...seen }
}

/** Starts a terminal backend for several tests; it runs until it is closed. */
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
  const server = createServer((_request, response) => response.end('{}'))
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

function echo(socket: WebSocket): void {
  socket.on('message', (data, binary) => socket.send(data, { binary }))
}
