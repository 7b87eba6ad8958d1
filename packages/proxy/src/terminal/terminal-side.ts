import { WebSocket } from 'ws'

/** An open socket, and the connection below it, which counts received bytes. */
export interface TerminalSocket {
  /** The socket for messages. */
  readonly socket: WebSocket
  /** The connection; its count of read bytes only increases. */
  readonly connection: { readonly bytesRead: number }
}

/** One side of a terminal, with its signs of life since the last ping. */
export interface TerminalSide extends TerminalSocket {
  /** The bytes received until the last ping. */
  bytesBefore: number
  /** Whether data was waiting for this side at the last ping. */
  hadBacklog: boolean
  /** Whether the side has taken some of the waiting data since. */
  hasTaken: boolean
}

/** Creates a side without a history: its first beat only sends a ping. */
export function createTerminalSide({ socket, connection }: TerminalSocket): TerminalSide {
  return { socket, connection, bytesBefore: -1, hadBacklog: false, hasTaken: false }
}

/**
 * Ends the socket if it has shown no sign of life since the last beat; otherwise pings it. Any byte from the
 * other end is a sign of life. If data waited in front of the ping, taking that data is one too. A socket
 * that we do not read from cannot show one, so it is kept.
 */
export function beatSide(side: TerminalSide): void {
  const { socket, connection } = side
  if (socket.readyState !== WebSocket.OPEN) return
  const hasRead = connection.bytesRead !== side.bytesBefore
  const isAlive = hasRead || socket.isPaused || (side.hadBacklog && side.hasTaken)
  if (!isAlive) {
    socket.terminate()
    return
  }
  side.bytesBefore = connection.bytesRead
  side.hadBacklog = socket.bufferedAmount > 0
  side.hasTaken = false
  socket.ping(undefined, undefined, () => {
    side.hasTaken = true
  })
}
