import type { Obstacle } from './obstacle.ts'
import { createSendQueue } from './send-queue.ts'

/** The state of a terminal's connection. */
export type TerminalState =
  | 'connecting'
  | 'open'
  | 'reconnecting'
  | 'reconnected'
  | 'offline'
  | 'unknown'
  | 'ended'
  | 'refused'
  | 'failed'
  | 'too_big'

/** The part of a WebSocket that a terminal uses. */
export type Socket = Pick<
  WebSocket,
  'addEventListener' | 'binaryType' | 'bufferedAmount' | 'close' | 'readyState' | 'send'
>

/** What a terminal needs from the page. */
export interface TerminalConnectionOptions {
  /** Opens a WebSocket with the current access token. */
  readonly open: () => Socket
  /** Renews the access token, after it was refused. */
  readonly renewToken: () => Promise<void>
  /** Finds out why a connection did not open: a browser does not tell. */
  readonly findObstacle: () => Promise<Obstacle>
  /** Called with what the machine sends. */
  readonly onBytes: (bytes: Uint8Array) => void
  /** Called with each new state, and with a sentence on its cause where one is known. */
  readonly onState: (state: TerminalState, why?: string) => void
  /** Resolves after the given time in milliseconds. */
  readonly wait: (ms: number) => Promise<void>
}

/** The connection of a terminal to its machine. */
export interface TerminalConnection {
  /** Sends raw bytes, as typed; they are lost while there is no connection. */
  send(bytes: Uint8Array<ArrayBuffer>): void
  /** Tells the machine the size of the terminal, again after each reconnection. */
  resize(columns: number, rows: number): void
  /** Connects at once, after the connection has failed or ended, or while it waits for another try. */
  restart(): void
  /** Ends the connection for good. */
  close(): void
}

/** The number of attempts before giving up; the pause between them in milliseconds doubles each time. */
const maxTries = 8
const firstPauseMs = 250
const longestPauseMs = 8000

/** Milliseconds between attempts while the machine is offline, which may be for long. */
const offlinePauseMs = 10_000

const opened = 1

/**
 * Keeps a terminal connected. A broken connection is opened again, for instance after a restart of the
 * gateway. A renewed token needs no new connection, because the gateway knows the session. When a connection
 * does not open, the cause is told at once, and the next attempts go on.
 */
export function connectTerminal(options: TerminalConnectionOptions): TerminalConnection {
  let socket: Socket | undefined
  let size: string | undefined
  let tries = 0
  let wasOpen = false
  let isClosed = false
  const openSocket = () => (socket?.readyState === opened ? socket : undefined)
  const queue = createSendQueue({ openSocket, wait: options.wait })

  const attempt = () => {
    const mine = options.open()
    let hasOpened = false
    socket = mine
    mine.binaryType = 'arraybuffer'
    mine.addEventListener('open', () => {
      if (socket !== mine) return
      hasOpened = true
      tries = 0
      options.onState(wasOpen ? 'reconnected' : 'open')
      wasOpen = true
      if (size !== undefined) mine.send(size)
    })
    mine.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (socket === mine) options.onBytes(bytesOf(data))
    })
    mine.addEventListener('close', ({ code }) => {
      queue.clear()
      void onClose({ code, hasOpened, isCurrent: () => !isClosed && socket === mine })
    })
  }

  const onClose = async ({ code, hasOpened, isCurrent }: Ending) => {
    if (!isCurrent()) return
    const end = endings[code]
    if (end) return options.onState(end)
    const obstacle = hasOpened ? undefined : await options.findObstacle()
    if (!isCurrent()) return
    const pauseMs = tellAndPause(obstacle)
    if (pauseMs === undefined) return
    await options.wait(pauseMs)
    if (code === tokenExpired && isCurrent()) await options.renewToken()
    if (isCurrent()) attempt()
  }

  /** Tells the state, and how long to wait in milliseconds; `undefined` if another attempt is useless. */
  const tellAndPause = (obstacle: Obstacle | undefined): number | undefined => {
    const { kind, sentence } = obstacle ?? { kind: 'trouble' }
    if (kind !== 'trouble') {
      options.onState(kind, sentence)
      return kind === 'offline' ? offlinePauseMs : undefined
    }
    tries += 1
    const goesOn = tries <= maxTries
    options.onState(goesOn ? (wasOpen ? 'reconnecting' : 'connecting') : 'failed', sentence)
    return goesOn ? pauseAfter(tries) : undefined
  }

  const start = () => {
    tries = 0
    options.onState('connecting')
    socket?.close(1000)
    attempt()
  }

  start()
  return {
    send: queue.send,
    resize(cols, rows) {
      size = JSON.stringify({ type: 'resize', cols, rows })
      openSocket()?.send(size)
    },
    restart: start,
    close() {
      isClosed = true
      queue.clear()
      socket?.close(1000)
    },
  }
}

interface Ending {
  /** The close code of the WebSocket (RFC 6455, section 7.4). */
  readonly code: number
  /** Whether the connection was ever open. */
  readonly hasOpened: boolean
  /** Whether the connection is still the one of this terminal. */
  readonly isCurrent: () => boolean
}

function pauseAfter(tries: number): number {
  return Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - 1))
}

const encoder = new TextEncoder()

function bytesOf(data: string | ArrayBuffer): Uint8Array {
  return typeof data === 'string' ? encoder.encode(data) : new Uint8Array(data)
}

/** The close codes of the gateway are in docs/http-api.md. */
const tokenExpired = 4401

/** Codes after which a new connection would be useless. */
const endings: Readonly<Record<number, TerminalState>> = {
  1000: 'ended',
  1008: 'failed',
  1009: 'too_big',
  4403: 'refused',
}
