import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'

/** A machine backend that answers everything with 200, and opens terminals that echo. */
export interface TerminalBackend {
  readonly url: string
  close(): void
}

export async function startTerminalBackend(): Promise<TerminalBackend> {
  const server = createServer((_request, response) => response.end('{}'))
  const terminals = new WebSocketServer({ server })
  terminals.on('connection', (socket) => {
    socket.on('message', (data, binary) => socket.send(data, { binary }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const socket of terminals.clients) socket.terminate()
      terminals.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Opens a terminal through a gateway. */
export async function openTerminal(
  { port }: { readonly port: number },
  token: string,
): Promise<WebSocket> {
  const address = `ws://127.0.0.1:${port}/api/terminal/agent-7/ws?token=${token}`
  const socket = new WebSocket(address)
  await once(socket, 'open')
  return socket
}
