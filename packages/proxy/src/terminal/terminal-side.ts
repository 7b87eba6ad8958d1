import { WebSocket } from 'ws'

/** An open socket, and the connection below it, which counts what has come in. */
export interface TerminalSocket {
  /** Where messages come and go. */
  readonly socket: WebSocket
  /** The connection below it; what it has read only ever grows. */
  readonly connection: { readonly bytesRead: number }
}

/** One end of a terminal, and what it has shown of life since the last beat. */
export interface TerminalSide extends TerminalSocket {
  /** What had come in by the last beat. */
  bytesBefore: number
  /** Whether there was more for it at the last beat than it had taken. */
  hadBacklog: boolean
  /** Whether it has taken what was waiting, or some of it. */
  hasTaken: boolean
}

/** Makes a side that nothing is known of: its first beat only asks. */
export function createTerminalSide({ socket, connection }: TerminalSocket): TerminalSide {
  return { socket, connection, bytesBefore: -1, hadBacklog: false, hasTaken: false }
}

/**
 * Ends the socket if nothing showed life since the last beat; else asks for a sign of life. Any byte
 * from the other end is life; where the ping had to wait behind something, also that it takes that. A
 * socket we do not read from can show none, and is not blamed.
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
