import type { Duplex } from 'node:stream'
import type { Clock } from '@gatehouse/auth-core/ports'
import { parseBackendUrl } from '../backend-url.ts'
import { authorizeUpgrade, type UpgradeRules } from './authorize-upgrade.ts'
import { closeCodes } from './close-codes.ts'
import { createConnectTerminal } from './connect-terminal.ts'
import { createPings } from './pings.ts'
import type { JoinedSockets, TerminalContext, Upgrade } from './terminal-connection.ts'
import type { TerminalLimits } from './terminal-limits.ts'
import {
  closingDown,
  createTerminalRejections,
  type TerminalRejectionOptions,
  tooManyTerminals,
} from './terminal-rejections.ts'
import { createTerminalSlots, type SharedTerminalSlots } from './terminal-slots.ts'
import {
  type SessionConnection,
  type SessionWatchOptions,
  watchSessions,
} from './watch-sessions.ts'

/** The parts of a bridge. */
export interface TerminalBridgeOptions
  extends UpgradeRules,
    TerminalRejectionOptions,
    Pick<SessionWatchOptions, 'checkSessions' | 'endings'> {
  /** Origin of the backend: `http://host:port` or `https://…`. */
  readonly backendUrl: string
  /** The limits of terminals; {@link defaultTerminalLimits} suit people who type. */
  readonly limits: TerminalLimits
  /** Slots that count terminals elsewhere too; unless given, the caps apply to this bridge alone. */
  readonly slots?: SharedTerminalSlots | undefined
  /** As of when tokens are checked, and until when they hold. */
  readonly clock: Clock
}

/** What is kept of an open terminal besides its sockets. */
interface TerminalRecord {
  /** Fields for the log. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly session: Omit<SessionConnection, 'close'>
  readonly free: () => void
}

/** Terminals: WebSockets from a client through this service to the machine backend. */
export interface TerminalBridge {
  /**
   * Takes over the socket of an upgrade to a terminal: opens a WebSocket at the backend, and answers 101 only
   * if that succeeds. A rejection is an ordinary HTTP answer: 400, 401, 403, 429 and 503 from here, 502 or
   * 504 for a backend that is unreachable or silent, or the backend's own answer instead of an upgrade. After
   * every rejection the socket is closed.
   *
   * The token goes upstream in `Authorization`, never in the address.
   */
  handleUpgrade(upgrade: Upgrade, context: TerminalContext): void

  /** The number of open terminals. */
  count(): number

  /**
   * Accepts no more terminals and closes the open ones with 1012, spread evenly over the grace period so that
   * clients do not all reconnect at once. Resolves when the last one is closed.
   * @param graceMs Milliseconds.
   */
  close(graceMs: number): Promise<void>
}

/**
 * A {@link TerminalBridge} on ws.
 * @throws {TypeError} if `backendUrl` is not an origin.
 */
export function createTerminalBridge(options: TerminalBridgeOptions): TerminalBridge {
  const { limits, clock, log, observer } = options
  const { reject, passOn } = createTerminalRejections(options)
  const connect = createConnectTerminal(parseBackendUrl(options.backendUrl), limits)
  const slots = options.slots ?? createTerminalSlots(limits)
  const { sessionCheckSeconds: checkSeconds, revocationPollSeconds: pollSeconds } = limits
  const sessions = watchSessions({ ...options, checkSeconds, pollSeconds })
  const terminals = new Set<JoinedSockets>()
  const closing = new AbortController()
  const pings = createPings(limits.heartbeatSeconds)

  /** Keeps an open terminal, which may last for days. Nothing else of its upgrade stays in memory. */
  function keep(sockets: JoinedSockets, { fields, session, free }: TerminalRecord): void {
    const watched = { ...session, close: sockets.close }
    if (closing.signal.aborted) sockets.close(closeCodes.serviceRestart, 'The service restarts')
    terminals.add(sockets)
    pings.add(sockets)
    sessions.add(watched)
    log.info(fields, 'terminal opened')
    observer?.opened()
    void sockets.ended.then((code) => {
      sessions.remove(watched)
      terminals.delete(sockets)
      pings.remove(sockets)
      free()
      log.info({ ...fields, close_code: code }, 'terminal closed')
      observer?.closed(code)
    })
  }

  async function receive(upgrade: Upgrade, context: TerminalContext): Promise<void> {
    const { request, head } = upgrade
    const { target, network, requestId } = context
    if (closing.signal.aborted) return reject(upgrade, closingDown, requestId)
    const at = clock.now()
    const authorized = authorizeUpgrade({ request, head, target, at }, options)
    if (authorized.kind === 'rejected') return reject(upgrade, authorized.rejection, requestId)
    const { claims, validUntil } = authorized.authenticated
    const { userId, tenantId, sessionId, issuedAt } = claims
    const free = await slots.take({ userId, tenantId, network })
    if (free === undefined) return reject(upgrade, tooManyTerminals, requestId)
    try {
      const terminal = { upgrade, context, authorized }
      const connection = await connect(terminal, closing.signal)
      if (connection.kind !== 'connected') {
        free()
        return passOn(terminal, connection)
      }
      const fields = { request_id: requestId, agent_id: copyOf(target.agentId), user_id: userId }
      const { revokedBefore } = authorized
      const session = { sessionId, issuedAt, revokedBefore, validUntil }
      keep(connection.sockets, { fields, session, free })
    } catch (error) {
      free()
      throw error
    }
  }

  return {
    handleUpgrade(upgrade, context) {
      const { socket } = upgrade
      socket.on('error', destroyThis)
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
      pings.stop()
    },
  }
}

/** A listener that keeps no object alive but its stream. */
function destroyThis(this: Duplex): void {
  this.destroy()
}

/** A copy of a part of an address. A slice would keep the whole address in memory, with its token. */
function copyOf(part: string): string {
  return Buffer.from(part).toString()
}

async function closeAll(open: readonly JoinedSockets[], graceMs: number): Promise<void> {
  for (const [index, { close }] of open.entries()) {
    const delay = (graceMs * index) / open.length
    setTimeout(close, delay, closeCodes.serviceRestart, 'The service restarts')
  }
  await Promise.all(open.map(({ ended }) => ended))
}
