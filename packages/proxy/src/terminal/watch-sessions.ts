import type { SessionStatus } from '@gatehouse/auth-core'
import type { Clock, EndedRefusal, EndedSource } from '@gatehouse/auth-core/ports'
import pTimeout from 'p-timeout'
import type { ProxyHost } from '../proxy-host.ts'
import { createAlarm } from './alarm.ts'
import { closeCodes } from './close-codes.ts'

/** A connection that may last only as long as its session. */
export interface SessionConnection {
  /** The session of the token that it was opened with. */
  readonly sessionId: string
  /** When that token was issued. */
  readonly issuedAt: Date
  /**
   * The `kid`s of the revoked keys that were known when its token was checked. Another one that becomes
   * known ends the connection, also one that was revoked before: a replica that had not heard of it accepted a
   * token that was no good. All keys are revoked together.
   */
  readonly revokedBefore: readonly string[]
  /** The end of the validity of that token. */
  readonly validUntil: Date
  /** Closes the connection with a code of {@link closeCodes}. */
  close(code: number, reason: string): void
}

/** Which sessions ended before their tokens expired, as far as this process knows. */
export interface SessionEndings extends Pick<EndedSource, 'check'> {
  /** Has a listener called when there are more. @returns What ends that. */
  subscribe(listener: () => void): () => void
}

/** The sources of a session's status, and how often they are asked. */
export interface SessionWatchOptions extends Pick<ProxyHost, 'log'> {
  /** The clock to which the end of tokens is compared. */
  readonly clock: Clock
  /** Returns the status of sessions; ids that are not stored are left out. */
  readonly checkSessions: (ids: readonly string[]) => Promise<ReadonlyMap<string, SessionStatus>>
  /** The `kid`s of the revoked keys that this process knows. Does no I/O. */
  readonly revokedKeys: () => readonly string[]
  /** The endings; unless given, no connection is closed because of an ending. */
  readonly endings?: SessionEndings | undefined
  /** Seconds between look-ups of all sessions, which are one query. */
  readonly checkSeconds: number
  /** Seconds between calls of `revokedKeys`. */
  readonly pollSeconds: number
}

/** Closes connections when their sessions end. */
export interface SessionWatch {
  /** Watches a connection. Its session may have ended while the connection was being opened. */
  add(connection: SessionConnection): void
  /** Stops watching a connection; does nothing if it is not watched. */
  remove(connection: SessionConnection): void
  /** Stops watching all connections. */
  stop(): void
}

/** The time limit of the look-up before a connection with an expired token is closed. */
const lookupLimit = { milliseconds: 1000, fallback: () => undefined }

/** The close code and reason for each kind of ending. */
const closings: Readonly<Record<EndedRefusal, readonly [number, string]>> = {
  session_ended: [closeCodes.notAllowed, 'The session is no longer allowed'],
  token_stale: [closeCodes.tokenExpired, 'The rights of the account have changed'],
}

/**
 * Closes connections that outlive their session (T-78): with 4401 when their token expires, unless the
 * session was refreshed meanwhile on any replica, or at once when the token becomes stale; with 4403 when the
 * account or tenant is no longer active, the session has ended or all tokens were revoked. A session whose
 * look-up fails when its token expires counts as not refreshed.
 */
export function watchSessions(options: SessionWatchOptions): SessionWatch {
  const { clock } = options
  // The end of each connection's token, in epoch milliseconds.
  const ends = new Map<SessionConnection, number>()
  const alarm = createAlarm(clock, expireDue)
  let isChecking = false

  function close(connection: SessionConnection, code: number, reason: string): void {
    if (ends.delete(connection)) connection.close(code, reason)
  }

  function watchUntil(connection: SessionConnection, validUntil: Date): void {
    ends.set(connection, validUntil.getTime())
    alarm.setNoLater(validUntil.getTime())
  }

  function expireDue(now: number): void {
    const { due, next } = divideByEnd(ends, now)
    alarm.setNoLater(next)
    // Prevents further alarms for them while their sessions are looked up.
    for (const connection of due) ends.set(connection, Number.POSITIVE_INFINITY)
    if (due.length > 0) void expire(due)
  }

  async function expire(connections: readonly SessionConnection[]): Promise<void> {
    const statuses = await pTimeout(lookUp(connections, options), lookupLimit)
    for (const connection of connections) {
      const status = statuses?.get(connection.sessionId)
      if (!ends.has(connection)) continue
      if (status?.allowed === false) notAllowed(connection)
      else if (status !== undefined && clock.now() < status.validUntil) {
        watchUntil(connection, status.validUntil)
      } else close(connection, closeCodes.tokenExpired, 'The token has expired')
    }
  }

  async function checkAll(): Promise<void> {
    if (isChecking || ends.size === 0) return
    isChecking = true
    const connections = [...ends.keys()]
    const statuses = await lookUp(connections, options)
    isChecking = false
    if (statuses === undefined) return
    for (const connection of connections) {
      // A session that is not stored was removed with its account.
      if (statuses.get(connection.sessionId)?.allowed !== true) notAllowed(connection)
    }
  }

  function notAllowed(connection: SessionConnection): void {
    close(connection, ...closings.session_ended)
  }

  function closeRevoked(): void {
    const revoked = options.revokedKeys()
    for (const connection of ends.keys()) {
      // By their names, since moments depend on clocks: of a revocation it can be corrected.
      if (revoked.some((kid) => !connection.revokedBefore.includes(kid))) notAllowed(connection)
    }
  }

  function closeIfEnded(connection: SessionConnection): void {
    const refusal = options.endings?.check(connection, clock.now())
    if (refusal) close(connection, ...closings[refusal])
  }

  const unsubscribe = options.endings?.subscribe(() => {
    for (const connection of ends.keys()) closeIfEnded(connection)
  })
  const intervals = [
    setInterval(() => void checkAll(), options.checkSeconds * 1000).unref(),
    setInterval(closeRevoked, options.pollSeconds * 1000).unref(),
  ]

  return {
    add(connection) {
      watchUntil(connection, connection.validUntil)
      closeIfEnded(connection)
    },
    remove: (connection) => void ends.delete(connection),
    stop() {
      for (const interval of intervals) clearInterval(interval)
      unsubscribe?.()
      alarm.stop()
      ends.clear()
    },
  }
}

/** The connections whose end has come, and the earliest end of the others. */
function divideByEnd(ends: ReadonlyMap<SessionConnection, number>, now: number) {
  const due: SessionConnection[] = []
  let next = Number.POSITIVE_INFINITY
  for (const [connection, end] of ends) {
    if (end <= now) due.push(connection)
    else next = Math.min(next, end)
  }
  return { due, next }
}

async function lookUp(
  connections: readonly SessionConnection[],
  { checkSessions, log }: Pick<SessionWatchOptions, 'checkSessions' | 'log'>,
): Promise<ReadonlyMap<string, SessionStatus> | undefined> {
  const ids = new Set(connections.map(({ sessionId }) => sessionId))
  try {
    return await checkSessions([...ids])
  } catch (error) {
    log.warn({ err: error }, 'terminal sessions cannot be looked up')
    return undefined
  }
}
