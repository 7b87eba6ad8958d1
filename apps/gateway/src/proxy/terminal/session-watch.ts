import type { Clock, SessionStatus } from '@gatehouse/auth-core'
import type { ProxyLog } from '../proxy-log.ts'
import { closeCodes } from './close-codes.ts'
import { sleepMs } from './sleep-ms.ts'

/** A connection that may last only as long as the session behind it. */
export interface WatchedConnection {
  readonly sessionId: string
  /**
   * The last revocation of all tokens that was known when its token was judged. One that becomes
   * known later ends the connection, also one that took effect before: a replica that had not heard
   * of it believed a token that was no good.
   */
  readonly revokedBefore: Date | null
  /** Until when that token holds good. */
  readonly validUntil: Date
  close(code: number, reason: string): void
}

export interface SessionWatchOptions {
  readonly clock: Clock
  /** How sessions stand; ids that are not on record are left out. */
  readonly checkSessions: (ids: readonly string[]) => Promise<ReadonlyMap<string, SessionStatus>>
  /** When all tokens were revoked for the last time, as far as this process knows. Cheap. */
  readonly lastRevocation: () => Date | null
  /** How often all sessions are looked up, in one question. */
  readonly checkSeconds: number
  /** How often `lastRevocation` is asked. */
  readonly pollSeconds: number
  readonly log: ProxyLog
}

export interface SessionWatch {
  add(connection: WatchedConnection): void
  /** Forgets a connection. Harmless if it is not watched. */
  remove(connection: WatchedConnection): void
  /** Forgets all of them, and stops. */
  stop(): void
}

/** How long a lookup may hold up the end of a connection whose token has expired. */
const longestLookupMs = 1000

/**
 * Closes connections that outlive their session (T-78): with 4401 when their token expires, unless
 * the session was refreshed meanwhile, on whatever replica; with 4403 when the account or tenant may
 * no longer act, or all tokens were revoked. A session that cannot be looked up at the moment its
 * token expires counts as not refreshed.
 */
export function watchSessions(options: SessionWatchOptions): SessionWatch {
  const { clock, log } = options
  const timers = new Map<WatchedConnection, NodeJS.Timeout>()
  let isChecking = false

  function remove(connection: WatchedConnection): void {
    clearTimeout(timers.get(connection))
    timers.delete(connection)
  }

  function close(connection: WatchedConnection, code: number, reason: string): void {
    if (!timers.has(connection)) return
    remove(connection)
    connection.close(code, reason)
  }

  function wakeAt(connection: WatchedConnection, validUntil: Date): void {
    const wake = () => void expire(connection, validUntil)
    const timer = setTimeout(wake, sleepMs(validUntil, clock.now()))
    timer.unref()
    timers.set(connection, timer)
  }

  async function expire(connection: WatchedConnection, validUntil: Date): Promise<void> {
    if (clock.now() < validUntil) return wakeAt(connection, validUntil)
    const statuses = await withinTime(check([connection]))
    if (!timers.has(connection)) return
    const status = statuses?.get(connection.sessionId)
    if (status?.allowed === false) notAllowed(connection)
    else if (status !== undefined && clock.now() < status.validUntil) {
      wakeAt(connection, status.validUntil)
    } else close(connection, closeCodes.tokenExpired, 'The token has expired')
  }

  async function check(connections: Iterable<WatchedConnection>) {
    const ids = new Set(Array.from(connections, ({ sessionId }) => sessionId))
    try {
      return await options.checkSessions([...ids])
    } catch (error) {
      log.warn({ err: error }, 'terminal sessions cannot be looked up')
      return undefined
    }
  }

  async function checkAll(): Promise<void> {
    if (isChecking || timers.size === 0) return
    isChecking = true
    const connections = [...timers.keys()]
    const statuses = await check(connections)
    isChecking = false
    if (statuses === undefined) return
    for (const connection of connections) {
      // What is not on record was removed with its account.
      if (statuses.get(connection.sessionId)?.allowed !== true) notAllowed(connection)
    }
  }

  function notAllowed(connection: WatchedConnection): void {
    close(connection, closeCodes.notAllowed, 'The session is no longer allowed')
  }

  function closeRevoked(): void {
    const last = options.lastRevocation()
    if (last === null) return
    for (const connection of timers.keys()) {
      const { revokedBefore } = connection
      if (revokedBefore === null || revokedBefore < last) notAllowed(connection)
    }
  }

  const intervals = [
    setInterval(() => void checkAll(), options.checkSeconds * 1000),
    setInterval(closeRevoked, options.pollSeconds * 1000),
  ]
  for (const interval of intervals) interval.unref()

  return {
    add: (connection) => wakeAt(connection, connection.validUntil),
    remove,
    stop() {
      for (const interval of intervals) clearInterval(interval)
      for (const connection of timers.keys()) remove(connection)
    },
  }
}

async function withinTime<Result>(work: Promise<Result>): Promise<Result | undefined> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), longestLookupMs)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
