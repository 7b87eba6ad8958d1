import { WebSocket } from 'ws'
import { closeCodes, isSendable } from './close-codes.ts'
import { type Liveness, type WatchedSocket, watchLiveness } from './liveness.ts'

export interface JoinOptions {
  /** How many bytes may wait for a slow reader before the other side has to wait too. */
  readonly bufferBytes: number
  /** How long a side may take to answer a close frame. */
  readonly closeSeconds: number
}

/** Two sockets that are one connection. */
export interface JoinedSockets {
  /** Closes both sides; from here on nothing is passed on. */
  close(code: number, reason: string): void
  /** Pings both sides, and ends the connection if one has not answered the last ping. */
  beat(): void
  /** Fulfilled with the code it ended with once both sides are closed. */
  readonly ended: Promise<number>
}

interface Side {
  readonly socket: WebSocket
  readonly liveness: Liveness
}

/** Joins two open sockets, paused or not: what comes in at one goes out at the other, until one of them closes. */
export function joinSockets(
  client: WatchedSocket,
  upstream: WatchedSocket,
  options: JoinOptions,
): JoinedSockets {
  const clientSide = { socket: client.socket, liveness: watchLiveness(client) }
  const upstreamSide = { socket: upstream.socket, liveness: watchLiveness(upstream) }
  const sides: readonly Side[] = [clientSide, upstreamSide]
  const { promise: ended, resolve } = Promise.withResolvers<number>()
  let endCode: number | undefined
  const close = (socket: WebSocket, code: number, reason: string | Buffer) => {
    endCode ??= code
    closeSocket(socket, { code, reason, closeSeconds: options.closeSeconds })
  }

  const pass = (from: Side, to: Side) => {
    passMessages(from, to, options.bufferBytes)
    from.socket.on('error', (error) => {
      const isTooBig = 'code' in error && error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'
      const code = isTooBig ? closeCodes.messageTooBig : closeCodes.internalError
      // ws has told the side at fault already; here it is only given a limit to go.
      for (const { socket } of [from, to]) close(socket, code, isTooBig ? 'Too big' : 'Nonsense')
    })
    from.socket.on('close', (code, reason) => {
      close(to.socket, code, reason)
      if (to.socket.readyState === WebSocket.CLOSED) resolve(endCode ?? code)
    })
  }
  pass(clientSide, upstreamSide)
  pass(upstreamSide, clientSide)
  for (const { socket } of sides) socket.resume()

  return {
    ended,
    close(code, reason) {
      for (const { socket } of sides) close(socket, code, reason)
    },
    beat() {
      for (const { liveness } of sides) liveness.beat()
    },
  }
}

function passMessages(from: Side, to: Side, bufferBytes: number): void {
  from.socket.on('message', (data, isBinary) => {
    if (to.socket.readyState !== WebSocket.OPEN) return
    to.socket.send(data, { binary: isBinary }, () => {
      to.liveness.wrote()
      const isDrained = to.socket.bufferedAmount <= bufferBytes / 2
      if (from.socket.isPaused && isDrained) from.socket.resume()
    })
    if (to.socket.bufferedAmount > bufferBytes) from.socket.pause()
  })
}

interface Closing extends Pick<JoinOptions, 'closeSeconds'> {
  readonly code: number
  readonly reason: string | Buffer
}

function closeSocket(socket: WebSocket, { code, reason, closeSeconds }: Closing): void {
  if (socket.readyState === WebSocket.CLOSED) return
  if (socket.readyState === WebSocket.OPEN) {
    if (isSendable(code)) socket.close(code, reason)
    else if (code === 1005) socket.close()
    else socket.close(closeCodes.internalError, 'The other side is gone')
  }
  const timer = setTimeout(() => socket.terminate(), closeSeconds * 1000)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
  // The answer to the close frame waits behind what was not read.
  socket.resume()
}
