import { once } from 'node:events'
import type { Socket } from 'node:net'
import { WebSocket } from 'ws'

/** Opens a terminal as a program does, without an `Origin`. */
export async function openTerminal(
  gateway: { readonly port: number },
  {
    token = 'cli' as string,
    query = `?token=${token}` as string,
    protocols = [] as string[],
    headers = {},
  } = {},
): Promise<WebSocket> {
  const url = `ws://127.0.0.1:${gateway.port}/api/terminal/demo/ws${query}`
  const socket = new WebSocket(url, protocols, { headers })
  await once(socket, 'open')
  socket.on('error', () => undefined)
  return socket
}

/** The connection under a socket, for writing frames that ws would not. */
export function rawSocket(socket: WebSocket): Socket {
  return (socket as unknown as { readonly _socket: Socket })._socket
}

/** The code and the reason a socket is closed with. */
export async function closing(socket: WebSocket): Promise<readonly [number, string]> {
  if (socket.readyState === WebSocket.CLOSED) throw new Error('closed before it was looked at')
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer]
  return [code, reason.toString()]
}

/** The next message of a socket, as text. */
export async function nextMessage(socket: WebSocket): Promise<string> {
  const [data] = (await once(socket, 'message')) as [Buffer]
  return data.toString()
}

/** An opening handshake as text, for variants that no library would send. */
export function handshakeText(
  target = '/api/terminal/demo/ws?token=cli',
  changes: Readonly<Record<string, string | undefined>> = {},
): string {
  const fields = {
    Host: 'x',
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...changes,
  }
  const lines = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  )
  return [`GET ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n')
}
