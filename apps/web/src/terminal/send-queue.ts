/** The part of a WebSocket that the queue uses. */
export type QueueSocket = Pick<WebSocket, 'bufferedAmount' | 'send'>

/** What a queue of typed bytes needs. */
export interface SendQueueOptions {
  /** The socket that is open; `undefined` without a connection. */
  readonly openSocket: () => QueueSocket | undefined
  /** Resolves after the given time in milliseconds. */
  readonly wait: (ms: number) => Promise<void>
}

/** Sends what is typed and pasted, in order. */
export interface SendQueue {
  /** Adds bytes; they are lost while there is no connection. */
  send(bytes: Uint8Array<ArrayBuffer>): void
  /** Drops what is not sent yet: the rest of a paste must not reach another shell. */
  clear(): void
}

/** The largest message: the least that an operator can set as `TERMINAL_MAX_MESSAGE_BYTES`. */
const maxMessageBytes = 1024

/** The number of bytes that may wait in the browser before the queue waits too. */
const maxBufferedBytes = 65_536

const pauseMs = 10

/** Makes a {@link SendQueue}, whose messages are small, and which is no faster than the network. */
export function createSendQueue({ openSocket, wait }: SendQueueOptions): SendQueue {
  let waiting: Uint8Array<ArrayBuffer>[] = []
  let isRunning = false

  const run = async () => {
    isRunning = true
    for (let next = waiting[0]; next; next = waiting[0]) {
      const socket = openSocket()
      if (!socket) waiting = []
      else if (socket.bufferedAmount > maxBufferedBytes) await wait(pauseMs)
      else {
        socket.send(next.subarray(0, maxMessageBytes))
        const rest = next.subarray(maxMessageBytes)
        waiting = rest.length > 0 ? [rest, ...waiting.slice(1)] : waiting.slice(1)
      }
    }
    isRunning = false
  }

  return {
    send(bytes) {
      if (bytes.length === 0) return
      waiting.push(bytes)
      if (!isRunning) void run()
    },
    clear() {
      waiting = []
    },
  }
}
