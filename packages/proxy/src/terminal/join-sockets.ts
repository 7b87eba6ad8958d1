import { type RawData, WebSocket } from 'ws'
import { closeCodes, isSendable } from './close-codes.ts'
import type { JoinedSockets, JoinOptions } from './terminal-connection.ts'
import {
  beatSide,
  createTerminalSide,
  type TerminalSide,
  type TerminalSocket,
} from './terminal-side.ts'

/**
 * Joins two open sockets, paused or not: messages from one are sent to the other, until one of them closes.
 */
export function joinSockets(
  client: TerminalSocket,
  upstream: TerminalSocket,
  options: JoinOptions,
): JoinedSockets {
  const sides = [createTerminalSide(client), createTerminalSide(upstream)] as const
  const { promise: ended, resolve } = Promise.withResolvers<number>()
  let endCode: number | undefined
  const close = ({ socket }: TerminalSide, code: number, reason: string | Buffer) => {
    endCode ??= code
    closeSocket(socket, { code, reason, closeSeconds: options.closeSeconds })
  }

  const pass = (from: TerminalSide, to: TerminalSide) => {
    passMessages(from, to, options.bufferBytes)
    from.socket.on('error', (error) => {
      const isTooBig = 'code' in error && tooBig.has(error.code)
      const code = isTooBig ? closeCodes.messageTooBig : closeCodes.internalError
      // ws has already sent a close frame to the faulty side; this only sets the time limit for it.
      for (const side of [from, to]) close(side, code, isTooBig ? 'Too big' : 'Nonsense')
    })
    from.socket.on('close', (code, reason) => {
      close(to, code, reason)
      if (to.socket.readyState === WebSocket.CLOSED) resolve(endCode ?? code)
    })
  }
  const [one, other] = sides
  pass(one, other)
  pass(other, one)
  for (const { socket } of sides) socket.resume()

  return {
    ended,
    close(code, reason) {
      for (const side of sides) close(side, code, reason)
    },
    ping() {
      for (const side of sides) beatSide(side)
    },
  }
}

/** How ws calls a message over the limit, and a frame over any limit. */
const tooBig: ReadonlySet<unknown> = new Set([
  'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH',
  'WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH',
])

function passMessages(from: TerminalSide, to: TerminalSide, bufferBytes: number): void {
  const written = () => {
    to.hasTaken = true
    if (from.socket.isPaused && to.socket.bufferedAmount <= bufferBytes / 2) from.socket.resume()
  }
  from.socket.on('message', (data, isBinary) => {
    if (to.socket.readyState !== WebSocket.OPEN) return
    const isBehind = to.socket.bufferedAmount + sizeOf(data) > bufferBytes
    if (isBehind) from.socket.pause()
    // A callback for every message would cost more than reading the message.
    to.socket.send(data, isBinary ? asBinary : asText, isBehind ? written : undefined)
  })
}

function sizeOf(data: RawData): number {
  return Buffer.isBuffer(data) ? data.length : Number.POSITIVE_INFINITY
}

const asBinary = { binary: true }
const asText = { binary: false }

interface CloseFrame extends Pick<JoinOptions, 'closeSeconds'> {
  readonly code: number
  readonly reason: string | Buffer
}

function closeSocket(socket: WebSocket, { code, reason, closeSeconds }: CloseFrame): void {
  if (socket.readyState === WebSocket.CLOSED) return
  if (socket.readyState === WebSocket.OPEN) {
    if (isSendable(code)) socket.close(code, reason)
    else if (code === 1005) socket.close()
    else socket.close(closeCodes.internalError, 'The other side is gone')
  }
  const timer = setTimeout(() => socket.terminate(), closeSeconds * 1000)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
  // The answer to the close frame arrives after the data that was not read yet.
  socket.resume()
}
