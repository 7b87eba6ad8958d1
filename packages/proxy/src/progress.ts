import type { Socket } from 'node:net'

/** What a connection has carried so far, in bytes. */
export interface Progress {
  /** Read from it. */
  readonly received: number
  /** Written, and taken by the system as a whole. */
  readonly taken: number
  /** Left of the write that the system is at. */
  readonly queued: number
}

/** What the connection has carried until now. */
export function progressOf(socket: Socket): Progress {
  return {
    received: socket.bytesRead,
    taken: socket.bytesWritten - socket.writableLength,
    queued: queuedBySystem(socket),
  }
}

/**
 * The bytes that the other end took between two looks. A write counts as a whole when it is done;
 * before, what of it is left in the queue is known.
 */
export function bytesTaken(before: Progress, now: Progress): number {
  const done = now.taken - before.taken
  return done > 0 ? done : Math.max(0, before.queued - now.queued)
}

/** What Node looks at, too, before it takes a connection for idle. */
function queuedBySystem(socket: Socket & { readonly _handle?: SystemHandle | null }): number {
  return socket._handle?.writeQueueSize ?? 0
}

interface SystemHandle {
  readonly writeQueueSize?: number
}
