import { once } from 'node:events'
import { get } from 'node:http'
import { WebSocket } from 'ws'
import { identityOf } from './running-backend.ts'

/** A client of a terminal. */
export interface TerminalClient {
  readonly socket: WebSocket
  /** Types a line. */
  type(line: string): void
  /** Settles with the match when the output since the start has one; rejects after twenty seconds. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>
  /** Settles with the close code. */
  readonly closed: Promise<number>
}

const waitMs = 20_000

/** Opens the terminal of a machine as a user of a tenant. */
export async function openTerminal(
  port: number,
  { tenantId = 'acme', machineId = 'demo' } = {},
): Promise<TerminalClient> {
  const url = `ws://127.0.0.1:${port}/api/terminal/${machineId}/ws`
  const socket = new WebSocket(url, { headers: identityOf(tenantId), perMessageDeflate: false })
  let output = ''
  socket.on('message', (data) => {
    output += String(data)
  })
  await once(socket, 'open')
  const closed = new Promise<number>((resolve) => {
    socket.once('close', (code) => resolve(code))
  })
  return {
    socket,
    type: (line) => socket.send(`${line}\r`),
    async waitFor(pattern) {
      const signal = AbortSignal.timeout(waitMs)
      for (;;) {
        const found = pattern.exec(output)
        if (found) return found
        await once(socket, 'message', { signal })
      }
    },
    closed,
  }
}

/** The HTTP status and body with which an upgrade was refused. */
export function refusedUpgrade(
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<{ readonly status: number | undefined; readonly body: unknown }> {
  const handshake = {
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
  }
  return new Promise((resolve, reject) => {
    // Not by a WebSocket client, which would tidy up the path first.
    const request = get({ host: '127.0.0.1', port, path, headers: { ...headers, ...handshake } })
    request.once('error', reject)
    request.once('upgrade', (_response, socket) => {
      socket.destroy()
      reject(new Error('The upgrade was not refused.'))
    })
    request.once('response', (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += String(chunk)
      })
      response.on('end', () => resolve({ status: response.statusCode, body: JSON.parse(text) }))
    })
  })
}
