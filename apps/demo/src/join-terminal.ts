import { type RawData, WebSocket } from 'ws'
import type { Shell } from './shell.ts'

const highWaterBytes = 1024 * 1024
const maxUnreadBytes = 8 * 1024 * 1024

/**
 * Joins a WebSocket and a shell until one of them ends.
 *
 * Frames are raw terminal bytes both ways, except a text frame that is the JSON object
 * `{"type":"resize","cols":n,"rows":n}`. When the shell exits the socket is closed with 1000; when
 * the socket closes the shell is killed. A client that reads slowly makes the shell wait; one that
 * types more than 8 MiB ahead of the program is closed with 1008.
 */
export function joinTerminal(socket: WebSocket, shell: Shell): void {
  shell.onOutput((bytes) => {
    if (socket.readyState !== WebSocket.OPEN) return
    socket.send(bytes, { binary: true }, () => {
      if (socket.bufferedAmount < highWaterBytes / 2) shell.resume()
    })
    if (socket.bufferedAmount > highWaterBytes) shell.pause()
  })
  shell.onExit((exitCode) => socket.close(1000, `The shell ended with exit code ${exitCode}`))
  const type = (bytes: Buffer) => {
    if (shell.write(bytes) > maxUnreadBytes) socket.close(1008, 'Too much input is unread')
  }
  socket.on('message', (data, isBinary) => {
    // Frames still arrive between our close and the client's answer to it.
    if (socket.readyState !== WebSocket.OPEN) return
    const bytes = toBuffer(data)
    const resize = isBinary ? undefined : parseResize(bytes)
    if (resize === undefined) type(bytes)
    else if (resize !== 'invalid') shell.resize(resize.cols, resize.rows)
  })
  // 'close' follows every error.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    shell.kill()
    // A paused terminal would never see the end of its shell.
    shell.resume()
  })
}

type ResizeMessage = { readonly cols: number; readonly rows: number } | 'invalid'

/**
 * `undefined` for ordinary input. A malformed resize is `invalid`, and is not typed into the shell.
 */
function parseResize(bytes: Buffer): ResizeMessage | undefined {
  if (bytes.length > 200 || bytes[0] !== 0x7b) return undefined
  const value = parseJson(bytes.toString())
  if (typeof value !== 'object' || value === null) return undefined
  if (!('type' in value) || value.type !== 'resize') return undefined
  const cols = 'cols' in value ? value.cols : undefined
  const rows = 'rows' in value ? value.rows : undefined
  return isSize(cols) && isSize(rows) ? { cols, rows } : 'invalid'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isSize(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 1000
}

function toBuffer(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return Buffer.isBuffer(data) ? data : Buffer.from(data)
}
