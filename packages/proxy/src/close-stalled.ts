import type { Server, Socket } from 'node:net'
import { createLinkedList } from './linked-list.ts'
import { bytesTaken, type Progress, progressOf } from './progress.ts'

/** How often connections are looked at, in milliseconds; more often where they have little time. */
const usualPeriodMs = 1000

/** A connection whose client has something to read. */
interface Unread {
  progress: Progress
  /** Milliseconds for which it has read nothing. */
  stalledMs: number
}

/** A connection that is looked at. */
interface Connection {
  readonly socket: Socket
  unread: Unread | undefined
}

const stopWatching = Symbol('stopWatching')

/** A property is cheaper than a table of connections, for the garbage collector as well. */
interface WatchedSocket extends Socket {
  [stopWatching]?: () => void
}

/**
 * Closes connections whose client reads nothing while an answer waits (T-94). All are looked at
 * together: a timer for each would have to be set again for every read and write.
 *
 * @param stalledSeconds How long a client may read nothing.
 */
export function closeStalled(server: Server, stalledSeconds: number): void {
  const maxMs = stalledSeconds * 1000
  const periodMs = Math.min(usualPeriodMs, Math.max(10, maxMs / 4))
  const open = createLinkedList<Connection>()

  function look(connection: Connection): void {
    const { socket, unread } = connection
    if (socket.writableLength === 0) {
      connection.unread = undefined
      return
    }
    const progress = progressOf(socket)
    if (unread === undefined || bytesTaken(unread.progress, progress) > 0) {
      connection.unread = { progress, stalledMs: 0 }
      return
    }
    unread.stalledMs += periodMs
    if (unread.stalledMs >= maxMs) socket.destroy()
  }

  function lookAtAll(): void {
    for (const connection of open.values()) look(connection)
  }

  server.on('connection', (socket: WatchedSocket) => {
    const stop = open.add({ socket, unread: undefined })
    socket[stopWatching] = stop
    socket.once('close', stop)
  })
  // Terminals have their own limits.
  server.prependListener('upgrade', (_request, socket: WatchedSocket) => socket[stopWatching]?.())
  const timer = setInterval(lookAtAll, periodMs).unref()
  server.once('close', () => clearInterval(timer))
}
