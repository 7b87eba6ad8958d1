import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { buffer } from 'node:stream/consumers'

// biome-ignore lint/suspicious/noExplicitAny: faults look into bodies of every shape
export type Body = any // oxlint-disable-line typescript/no-explicit-any

/** A request on its way to the service. A fault may change it. */
export interface PassingRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The JSON in it; empty without any. */
  readonly body: Body
}

/** An answer on its way back. A fault may change it. */
export interface PassingAnswer {
  status: number
  readonly headers: IncomingHttpHeaders
  /** The JSON in it; `undefined` if there is none, and then it stays as it is. */
  body: Body
}

/** What a fault does to what passes. It is made anew for each proxy, so it may remember things. */
export interface Fault {
  /** Changes a request. `swallow` answers it without the service. */
  onRequest?(request: PassingRequest): undefined | { readonly swallow: Body }
  /** Changes an answer. */
  onAnswer?(request: PassingRequest, answer: PassingAnswer): void
  /** Set to open every WebSocket, whoever asks. */
  readonly opensWebSockets?: true
}

/** A service that is another one with a fault. */
export interface FaultProxy {
  readonly url: string
  close(): Promise<void>
}

/** Starts it before a service on loopback. */
export async function startFaultProxy(target: string, fault: Fault): Promise<FaultProxy> {
  const server = createServer((incoming, response) => {
    void pass(target, { incoming, fault }).then(
      ({ status, headers, content }) => response.writeHead(status, headers).end(content),
      () => response.destroy(),
    )
  })
  server.on('upgrade', (incoming: IncomingMessage, socket) => {
    socket.on('error', () => undefined)
    if (fault.opensWebSockets) {
      socket.end(
        'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      )
      return
    }
    const { hostname, port } = new URL(target)
    const upstream = connect(Number(port), hostname)
    upstream.on('error', () => socket.destroy())
    const { method, url, rawHeaders } = incoming
    const fields = rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`))
    upstream.write(`${method} ${url} HTTP/1.1\r\n${fields.join('')}\r\n`)
    upstream.pipe(socket).pipe(upstream)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function pass(
  target: string,
  { incoming, fault }: { readonly incoming: IncomingMessage; readonly fault: Fault },
) {
  const { method = 'GET', url = '/' } = incoming
  const sent = await buffer(incoming)
  const headers = { ...incoming.headers }
  const passing = { method, path: url.split('?')[0] ?? url, headers, body: readJson(sent) ?? {} }
  const swallowed = fault.onRequest?.(passing)
  const came = swallowed
    ? { status: 200, headers: ownHeaders, content: Buffer.from(JSON.stringify(swallowed.swallow)) }
    : await forward(`${target}${url}`, { method, headers, sent })
  const answer: PassingAnswer = { ...came, body: readJson(came.content) }
  const before = JSON.stringify(answer.body)
  fault.onAnswer?.(passing, answer)
  const isChanged = JSON.stringify(answer.body) !== before
  const content = isChanged ? Buffer.from(JSON.stringify(answer.body)) : came.content
  const { 'transfer-encoding': _, connection: __, ...kept } = answer.headers
  return { ...answer, headers: { ...kept, 'content-length': content.length }, content }
}

const ownHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' }

interface Forwarded {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly sent: Buffer
}

async function forward(url: string, { method, headers, sent }: Forwarded) {
  const asked = request(url, { method, headers, agent: false })
  asked.end(sent)
  const [response] = (await once(asked, 'response')) as [IncomingMessage]
  const { statusCode: status = 0 } = response
  return { status, headers: { ...response.headers }, content: await buffer(response) }
}

function readJson(content: Buffer): Body {
  try {
    return JSON.parse(content.toString())
  } catch {
    return undefined
  }
}
