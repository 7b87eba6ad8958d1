import type { Server, Socket } from 'node:net'
import { bytesTaken, type Progress, progressOf } from './progress.ts'

/** How often connections are looked at, in milliseconds; more often where they have little time. */
const usualPeriodMs = 1000

/** A connection whose client has something to read. */
interface Unread {
  progress: Progress
  /** Milliseconds for which it has read nothing. */
  stalledMs: number
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
  const open = new Set<Socket>()
  const unread = new WeakMap<Socket, Unread>()

  function look(socket: Socket): void {
    if (socket.writableLength === 0) {
      unread.delete(socket)
      return
    }
    const progress = progressOf(socket)
    const before = unread.get(socket)
    if (before === undefined || bytesTaken(before.progress, progress) > 0) {
      unread.set(socket, { progress, stalledMs: 0 })
      return
    }
    before.stalledMs += periodMs
    if (before.stalledMs >= maxMs) socket.destroy()
  }

  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  // Terminals have their own limits.
  server.prependListener('upgrade', (_request, socket: Socket) => void open.delete(socket))
  const timer = setInterval(() => open.forEach(look), periodMs).unref()
  server.once('close', () => clearInterval(timer))
}
