/** The state of a terminal's connection. */
export type TerminalState =
  | 'connecting'
  | 'open'
  | 'reconnecting'
  | 'reconnected'
  | 'ended'
  | 'refused'
  | 'failed'
  | 'too_big'

/** The part of a WebSocket that a terminal uses. */
export type Socket = Pick<
  WebSocket,
  'addEventListener' | 'binaryType' | 'close' | 'readyState' | 'send'
>

/** What a terminal needs from the page. */
export interface TerminalConnectionOptions {
  /** Opens a WebSocket with the current access token. */
  readonly open: () => Socket
  /** Renews the access token, after it was refused. */
  readonly renewToken: () => Promise<void>
  /** Called with what the machine sends. */
  readonly onBytes: (bytes: Uint8Array) => void
  /** Called with each new state. */
  readonly onState: (state: TerminalState) => void
  /** Resolves after the given time in milliseconds. */
  readonly wait: (ms: number) => Promise<void>
}

/** The connection of a terminal to its machine. */
export interface TerminalConnection {
  /** Sends raw bytes, as typed; they are lost while there is no connection. */
  send(bytes: Uint8Array<ArrayBuffer>): void
  /** Tells the machine the size of the terminal, again after each reconnection. */
  resize(columns: number, rows: number): void
  /** Connects again after the connection has failed or ended. */
  restart(): void
  /** Ends the connection for good. */
  close(): void
}

/** The number of attempts before giving up; the pause between them in milliseconds doubles each time. */
const maxTries = 8
const firstPauseMs = 250
const longestPauseMs = 8000

const opened = 1

/**
 * Keeps a terminal connected. A broken connection is opened again, for instance after a restart of the
 * gateway. A renewed token needs no new connection, because the gateway knows the session.
 */
export function connectTerminal(options: TerminalConnectionOptions): TerminalConnection {
  let socket: Socket | undefined
  let size: string | undefined
  let tries = 0
  let wasOpen = false
  let isClosed = false

  const attempt = () => {
    if (isClosed) return
    const mine = options.open()
    socket = mine
    mine.binaryType = 'arraybuffer'
    mine.addEventListener('open', () => {
      tries = 0
      options.onState(wasOpen ? 'reconnected' : 'open')
      wasOpen = true
      if (size !== undefined) mine.send(size)
    })
    mine.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
      options.onBytes(typeof data === 'string' ? encoder.encode(data) : new Uint8Array(data))
    })
    mine.addEventListener('close', ({ code }) => {
      if (!isClosed && socket === mine) void onClose(code)
    })
  }

  const onClose = async (code: number) => {
    const end = endings[code]
    if (end) return options.onState(end)
    tries += 1
    if (tries > maxTries) return options.onState('failed')
    options.onState(wasOpen ? 'reconnecting' : 'connecting')
    await options.wait(Math.min(longestPauseMs, firstPauseMs * 2 ** (tries - 1)))
    if (code === tokenExpired) await options.renewToken()
    attempt()
  }

  const start = () => {
    tries = 0
    options.onState('connecting')
    attempt()
  }

  start()
  return {
    send(bytes) {
      if (socket?.readyState === opened) socket.send(bytes)
    },
    resize(cols, rows) {
      size = JSON.stringify({ type: 'resize', cols, rows })
      if (socket?.readyState === opened) socket.send(size)
    },
    restart: start,
    close() {
      isClosed = true
      socket?.close(1000)
    },
  }
}

const encoder = new TextEncoder()

/** The close codes of the gateway are in docs/http-api.md. */
const tokenExpired = 4401

/** Codes after which a new connection would be useless. */
const endings: Readonly<Record<number, TerminalState>> = {
  1000: 'ended',
  1008: 'failed',
  1009: 'too_big',
  4403: 'refused',
}
