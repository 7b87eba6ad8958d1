import { WebSocket } from 'ws'

/** Tells whether the other end of a socket is still there. */
export interface Liveness {
  /** Something that was waiting has been written. */
  wrote(): void
  /** Ends the socket if nothing showed life since the last beat; else asks for a sign of life. */
  beat(): void
}

/**
 * Watches one open socket. Life is a pong or a message; where more is waiting to be written than the
 * other end has taken, also that it takes some, since its pong has to wait behind that. A socket we
 * do not read from can show none, and is not blamed.
 */
export function watchLiveness(socket: WebSocket): Liveness {
  let heard = true
  let hasWritten = false
  let hadBacklog = false
  const note = () => {
    heard = true
  }
  socket.on('pong', note)
  socket.on('message', note)
  return {
    wrote() {
      hasWritten = true
    },
    beat() {
      if (socket.readyState !== WebSocket.OPEN) return
      const isAlive = heard || socket.isPaused || (hadBacklog && hasWritten)
      if (!isAlive) {
        socket.terminate()
        return
      }
      heard = false
      hasWritten = false
      hadBacklog = socket.bufferedAmount > 0
      socket.ping()
    },
  }
}
