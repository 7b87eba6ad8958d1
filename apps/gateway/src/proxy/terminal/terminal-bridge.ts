import type { Clock } from '@gatehouse/auth-core'
import type { Problem } from '../../http/problem.ts'
import { parseBackendUrl } from '../backend-url.ts'
import { type AdmissionRules, admit } from './admission.ts'
import { closeCodes } from './close-codes.ts'
import {
  type AdmittedUpgrade,
  createConnectTerminal,
  type TerminalContext,
  type Upgrade,
} from './connect-terminal.ts'
import type { JoinedSockets } from './join-sockets.ts'
import { refuseUpgrade, relayAnswer } from './refuse-upgrade.ts'
import { type SessionWatchOptions, watchSessions } from './session-watch.ts'
import type { TerminalLimits } from './terminal-limits.ts'
import { createTerminalSlots } from './terminal-slots.ts'

export interface TerminalBridgeOptions
  extends AdmissionRules,
    Pick<SessionWatchOptions, 'checkSessions' | 'log'> {
  /** Origin of the backend: `http://host:port` or `https://…`. */
  readonly backendUrl: string
  readonly limits: TerminalLimits
  readonly clock: Clock
  /** Where the page that explains errors is served, without a slash at the end. */
  readonly problemBase: string
}

/** Terminals: WebSockets from a client through this gateway to the machine backend. */
export interface TerminalBridge {
  /**
   * Takes over the socket of an upgrade to a terminal: opens the same at the backend, and only if
   * that works answers 101. Until then a refusal is an ordinary HTTP answer: 400, 401, 403, 429 and
   * 503 from here, 502 or 504 for a backend that is away or silent, and whatever the backend itself
   * answers in place of an upgrade. The socket is closed after every one of them.
   *
   * The token goes upstream in `Authorization`, never in the address.
   */
  handleUpgrade(upgrade: Upgrade, context: TerminalContext): void

  /** How many terminals are open. */
  count(): number

  /**
   * Takes no more, closes those that are open with 1012, spread evenly over the grace period so that
   * clients do not all come back at once, and fulfils when the last is closed.
   * @param graceMs Milliseconds.
   */
  close(graceMs: number): Promise<void>
}

/**
 * A {@link TerminalBridge} on ws.
 * @throws {TypeError} if `backendUrl` is not an origin.
 */
export function createTerminalBridge(options: TerminalBridgeOptions): TerminalBridge {
  const { limits, clock, log, problemBase } = options
  const connect = createConnectTerminal(parseBackendUrl(options.backendUrl), limits)
  const slots = createTerminalSlots(limits)
  const { sessionCheckSeconds: checkSeconds, revocationPollSeconds: pollSeconds } = limits
  const sessions = watchSessions({ ...options, checkSeconds, pollSeconds })
  const terminals = new Set<JoinedSockets>()
  const closing = new AbortController()
  const heartbeat = setInterval(() => {
    for (const terminal of terminals) terminal.beat()
  }, limits.heartbeatSeconds * 1000)
  heartbeat.unref()

  const refuse = ({ socket }: Upgrade, problem: Problem) => {
    log.info({ request_id: problem.requestId, code: problem.code }, 'terminal refused')
    refuseUpgrade(socket, problem, problemBase)
  }

  async function run(terminal: AdmittedUpgrade): Promise<void> {
    const { upgrade, context, admitted } = terminal
    const { revokedBefore } = admitted
    const { claims, validUntil } = admitted.authenticated
    const fields = { request_id: context.requestId, agent_id: context.target.agentId }
    const connection = await connect(terminal, closing.signal)
    if (connection.kind !== 'connected') {
      log.warn({ ...fields, outcome: connection.kind }, 'terminal not opened')
      if (connection.kind === 'gone') upgrade.socket.destroy()
      else if (connection.kind === 'answered') relayAnswer(upgrade.socket, connection.answer)
      else refuse(upgrade, { ...notOpened[connection.kind], requestId: context.requestId })
      return
    }
    const { sockets } = connection
    const session = { sessionId: claims.sessionId, revokedBefore, validUntil, close: sockets.close }
    if (closing.signal.aborted) sockets.close(closeCodes.serviceRestart, 'The service restarts')
    terminals.add(sockets)
    sessions.add(session)
    log.info({ ...fields, user_id: claims.userId }, 'terminal opened')
    const code = await sockets.ended
    sessions.remove(session)
    terminals.delete(sockets)
    log.info({ ...fields, user_id: claims.userId, close_code: code }, 'terminal closed')
  }

  async function receive(upgrade: Upgrade, context: TerminalContext): Promise<void> {
    const { request, head } = upgrade
    const { target, network, requestId } = context
    if (closing.signal.aborted) return refuse(upgrade, { ...overloaded, requestId })
    const at = clock.now()
    const admitted = admit({ request, head, target, at }, options)
    if (admitted.kind === 'refused') return refuse(upgrade, { ...admitted.problem, requestId })
    const free = slots.take(admitted.authenticated.claims.userId, network)
    if (free === undefined) return refuse(upgrade, { ...tooMany, requestId })
    try {
      await run({ upgrade, context, admitted })
    } finally {
      free()
    }
  }

  return {
    handleUpgrade(upgrade, context) {
      const { socket } = upgrade
      socket.on('error', () => socket.destroy())
      receive(upgrade, context).catch((error: unknown) => {
        log.warn({ request_id: context.requestId, err: error }, 'terminal failed')
        socket.destroy()
      })
    },
    count: () => terminals.size,
    async close(graceMs) {
      closing.abort()
      await closeAll([...terminals], graceMs)
      sessions.stop()
      clearInterval(heartbeat)
    },
  }
}

async function closeAll(open: readonly JoinedSockets[], graceMs: number): Promise<void> {
  for (const [index, { close }] of open.entries()) {
    const delay = (graceMs * index) / open.length
    setTimeout(close, delay, closeCodes.serviceRestart, 'The service restarts')
  }
  await Promise.all(open.map(({ ended }) => ended))
}

const tooMany: Problem = {
  code: 'rate_limited',
  detail: 'Too many terminals are open. Close one first.',
  headers: { 'Retry-After': '10' },
}

const overloaded: Problem = { code: 'overloaded', headers: { 'Retry-After': '5' } }

const notOpened: Readonly<Record<'failed' | 'timeout' | 'aborted', Problem>> = {
  failed: { code: 'upstream_unavailable' },
  timeout: { code: 'upstream_timeout' },
  aborted: overloaded,
}
