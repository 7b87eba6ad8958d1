import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { freePort } from '@gatehouse/test-services'
import { listen, listenUntilClosed, type TestServer } from './listen.ts'

/** A request as it reached the backend. */
export interface RecordedRequest {
  /** The method in the request line. */
  readonly method: string
  /** The target as in the request line, with its query. */
  readonly url: string
  /** Names and values in turn, as received. */
  readonly rawHeaders: readonly string[]
  /** The fields by lower-case name, as Node joins them. */
  readonly headers: IncomingMessage['headers']
  /** The number of bytes of its body. */
  readonly bytes: number
  /** SHA-256 of the body, in hexadecimal. */
  readonly digest: string
}

/** A backend that records its requests. */
export interface RecordingBackend extends TestServer {
  /** Every complete request so far, in order. The array grows. */
  readonly requests: readonly RecordedRequest[]
}

/** Answers a request. */
export type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** Starts a backend that records every complete request and answers with the handler; 200 without one. */
export async function startBackend(handler?: Handler, port?: number): Promise<RecordingBackend> {
  const { server, requests } = createRecordingServer(handler)
  return { ...(await listen(server, port ?? (await freePort()))), requests }
}

/** Starts a recording backend for several tests; it runs until it is closed. */
export async function startSharedBackend(handler?: Handler): Promise<RecordingBackend> {
  const { server, requests } = createRecordingServer(handler)
  return { ...(await listenUntilClosed(server)), requests }
}

function createRecordingServer(handler?: Handler) {
  const requests: RecordedRequest[] = []
  const server = createServer((request, response) => {
    const digest = createHash('sha256')
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      digest.update(chunk)
      bytes += chunk.length
    })
    request.on('end', () => {
      const { method = '', url = '', rawHeaders, headers } = request
      requests.push({ method, url, rawHeaders, headers, bytes, digest: digest.digest('hex') })
    })
    if (handler !== undefined) handler(request, response)
    else request.on('end', () => response.end('ok'))
  })
  return { server, requests }
}

/** Starts a backend that lets the test write every byte of its connections. */
export function startRawBackend(onConnection: (socket: Socket) => void): Promise<TestServer> {
  return listen(createTcpServer({ allowHalfOpen: true }, onConnection))
}

/** Starts a backend that answers the first bytes of every connection with the same text, and closes it. */
export function startTextBackend(answer: string): Promise<TestServer> {
  return startRawBackend((socket) => socket.once('data', () => socket.end(answer, 'latin1')))
}

/** A backend whose answers have no end. */
export interface EndlessBackend {
  /** Its address, and the requests that it got. */
  readonly backend: RecordingBackend
  /** Resolves when the first answer was cut off. */
  readonly cut: Promise<void>
}

/** Starts a backend that writes as long as it is read. */
export async function startEndlessBackend(): Promise<EndlessBackend> {
  const cut = Promise.withResolvers<void>()
  const block = Buffer.alloc(65_536)
  const backend = await startBackend((_request, response) => {
    response.on('close', () => cut.resolve())
    const more = () => {
      while (!response.destroyed && response.write(block));
    }
    response.on('drain', more)
    more()
  })
  return { backend, cut: cut.promise }
}
