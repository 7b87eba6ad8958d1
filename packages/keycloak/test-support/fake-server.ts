import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request the fake got. */
export interface FakeRequest {
  readonly method: string
  readonly path: string
  readonly authorization: string
  readonly body: string
}

/** What it answers. An object is sent as JSON; a 201 names where the new thing is. */
export interface FakeAnswer {
  readonly status: number
  readonly body?: object | string
}

/** An HTTP server that answers whatever a test wants, for what the real one can't be made to do. */
export interface FakeServer {
  readonly url: string
  /** What it was asked, in order. */
  readonly requests: readonly FakeRequest[]
  /** Cuts every connection and stops listening. */
  close(): Promise<void>
}

/** Starts a server on loopback. @param respond Asked about each request. */
export async function startFakeServer(
  respond: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>,
): Promise<FakeServer> {
  const requests: FakeRequest[] = []
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const request = await toRequest(incoming)
    requests.push(request)
    const { status, body = '' } = await respond(request)
    const type = typeof body === 'object' ? 'application/json' : 'text/html'
    const made = status === 201 ? { location: `${request.path}/made` } : {}
    outgoing.writeHead(status, { 'content-type': type, ...made })
    outgoing.end(typeof body === 'object' ? JSON.stringify(body) : body)
  }
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The address of a port that is free. */
export async function unusedUrl(): Promise<string> {
  const { url, close } = await startFakeServer(() => ({ status: 500 }))
  await close()
  return url
}

async function toRequest(incoming: IncomingMessage): Promise<FakeRequest> {
  const body = Buffer.concat(await incoming.toArray()).toString()
  const { method = '', url: path = '', headers } = incoming
  return { method, path, authorization: headers.authorization ?? '', body }
}

/** A token as Keycloak issues it, but not signed. */
export function fakeToken(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part(claims)}.`
}
