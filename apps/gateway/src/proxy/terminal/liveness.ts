import { WebSocket } from 'ws'

/** An open socket, and how much has come in on the connection below it. */
export interface WatchedSocket {
  readonly socket: WebSocket
  readonly bytesRead: () => number
}

/** Tells whether the other end of a socket is still there. */
export interface Liveness {
  /** Something that was waiting has been written. */
  wrote(): void
  /** Ends the socket if nothing showed life since the last beat; else asks for a sign of life. */
  beat(): void
}

/**
 * Watches one open socket. Any byte from the other end is life; where more is waiting than it has
 * taken, also that it takes some, since the ping has to wait behind that. A socket we do not read
 * from can show none, and is not blamed.
 */
export function watchLiveness({ socket, bytesRead }: WatchedSocket): Liveness {
  let readBefore = -1
  let hasWritten = false
  let hadBacklog = false
  return {
    wrote() {
      hasWritten = true
    },
    beat() {
      if (socket.readyState !== WebSocket.OPEN) return
      const hasRead = bytesRead() !== readBefore
      const isAlive = hasRead || socket.isPaused || (hadBacklog && hasWritten)
      if (!isAlive) {
        socket.terminate()
        return
      }
      readBefore = bytesRead()
      hasWritten = false
      hadBacklog = socket.bufferedAmount > 0
      socket.ping()
    },
  }
}
