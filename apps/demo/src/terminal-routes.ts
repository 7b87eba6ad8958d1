import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { readIdentity } from './identity.ts'
import { joinTerminal } from './join-terminal.ts'
import type { MachineStore } from './machine-store.ts'
import { type ProblemCode, problem, problemType } from './problem.ts'
import type { Shell } from './shell.ts'

const maxFrameBytes = 1024 * 1024
const agentId = /^[A-Za-z0-9_-]{1,128}$/

/** The terminals of the backend. */
export interface TerminalRoutes {
  /** Answers an upgrade request: with a terminal, or with a problem and the end of the socket. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Closes every terminal (1001) and kills its shell; settles when all are gone. */
  readonly closeAll: () => Promise<void>
}

/** What the terminals need. */
export interface TerminalRoutesOptions {
  readonly machines: MachineStore
  /** Starts the shell of a terminal. @throws {Error} When it cannot be started. */
  readonly startShell: () => Shell
  /** The largest number of shells at once. */
  readonly maxShells: number
}

/** `/api/terminal/:agent_id/ws`: a shell on a machine of the caller's tenant. */
export function createTerminalRoutes(options: TerminalRoutesOptions): TerminalRoutes {
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxFrameBytes,
  })
  const shells = new Set<Shell>()

  const open = (socket: WebSocket) => {
    try {
      const shell = options.startShell()
      shells.add(shell)
      shell.onExit(() => shells.delete(shell))
      joinTerminal(socket, shell)
    } catch {
      socket.close(1011, 'The shell could not be started')
    }
  }

  return {
    upgrade(request, socket, head) {
      socket.on('error', () => socket.destroy())
      const refusal = refusalOf(request, options.machines)
      if (refusal) return refuse(socket, refusal, request.headers)
      if (shells.size >= options.maxShells) {
        return refuse(socket, 'too_many_shells', request.headers)
      }
      sockets.handleUpgrade(request, socket, head, open)
    },
    async closeAll() {
      for (const socket of sockets.clients) socket.close(1001, 'The backend is stopping')
      await Promise.all([...shells].map(endShell))
      // A client that has not answered the close frame by now is disconnected.
      for (const socket of sockets.clients) socket.terminate()
    },
  }
}

function endShell(shell: Shell): Promise<void> {
  return new Promise((resolve) => {
    shell.onExit(() => resolve())
    shell.kill()
  })
}

function refusalOf(request: IncomingMessage, machines: MachineStore): ProblemCode | undefined {
  const [path = ''] = (request.url ?? '').split('?')
  const [, agent] = /^\/api\/terminal\/([^/]*)\/ws$/.exec(path) ?? []
  if (agent === undefined) return 'not_found'
  if (!agentId.test(agent)) return 'malformed_request'
  const identity = readIdentity(request.headers)
  if (!identity) return 'identity_missing'
  return machines.find(identity.tenantId, agent) ? undefined : 'not_found'
}

function refuse(socket: Duplex, code: ProblemCode, headers: IncomingHttpHeaders): void {
  const answer = problem(code, headers)
  const body = JSON.stringify(answer)
  socket.end(
    [
      `HTTP/1.1 ${answer.status} ${answer.title}`,
      `Content-Type: ${problemType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      ...(code === 'too_many_shells' ? ['Retry-After: 5'] : []),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
