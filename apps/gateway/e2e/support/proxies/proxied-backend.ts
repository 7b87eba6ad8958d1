import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { WebSocketServer } from 'ws'

/** What a backend was asked for. */
export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  readonly body: string
}

/** A machine backend with terminals, which remembers what it was asked for. */
export interface ProxiedBackend {
  readonly port: number
  /** Emptied by the test. */
  readonly seen: SeenRequest[]
  readonly close: () => Promise<void>
}

/** Starts one that answers 200, and whose terminals echo. */
export async function startProxiedBackend(): Promise<ProxiedBackend> {
  const seen: SeenRequest[] = []
  const note = ({ method = '', url = '', headers, rawHeaders }: IncomingMessage, body = '') =>
    void seen.push({ method, url, headers, rawHeaders, body })
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      note(request, body)
      response.end('machines')
    })
  })
  const terminals = new WebSocketServer({ server })
  terminals.on('connection', (socket, request) => {
    note(request)
    socket.on('message', (data, binary) => socket.send(data, { binary }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    async close() {
      for (const socket of terminals.clients) socket.terminate()
      terminals.close()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
