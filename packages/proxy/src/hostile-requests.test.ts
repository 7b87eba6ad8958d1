import { createServer } from 'node:http'
import { describe, expect, it } from '@jest/globals'
import {
  afterTest,
  authenticate,
  type CreateEngine,
  engines,
  listen,
  send,
  startBackend,
} from '../testing/index.ts'
import desync from './fixtures/http-desync-guardian.json' with { type: 'json' }
import llhttp from './fixtures/llhttp.json' with { type: 'json' }
import { problemRenderer } from './problem-renderer.ts'
import { upstreamHeaders } from './upstream-headers.ts'

// Ends every exchange: with its answer, or because nothing may follow a last request.
const probe = 'GET /probe HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
const unreadable = [
  ...desync.filter(({ tier }) => tier === 'Severe'),
  ...llhttp.map(({ name, error, request }) => ({ name: `${name} (${error})`, head: request })),
]
const readable = desync.filter(({ tier }) => tier !== 'Severe')
// Codings beside chunks, and targets that are empty or not ASCII, are refused here, though servers may take them.
const ordinary = readable.filter(
  ({ tier, head }) =>
    tier === 'Compliant' &&
    /^[A-Z]+ [!-~]+ HTTP/.test(head) &&
    !/^transfer-encoding:(?!\s*chunked\r)/im.test(head),
)

describe.each(engines)('through %s', (_engine, createEngine) => {
  describe('T-67: a request that cannot be read', () => {
    it.each(unreadable)('never reaches the backend: $name', async ({ head }) => {
      const { answers, reached } = await throughGateway(
        createEngine,
        `${withHost(head)}\r\n${probe.repeat(50)}`,
      )
      expect(answers[0]).toBe(400)
      expect(answers).toHaveLength(1)
      expect(reached).toEqual([])
    })
  })

  describe('T-67: a request that can be read in more than one way', () => {
    it.each(readable)('is read here as it is read behind us: $name', async ({ head }) => {
      for (const body of bodiesOf(head)) {
        const { arrived, reached } = await throughGateway(
          createEngine,
          `${withHost(head)}\r\n${body}${probe}`,
        )
        const urls = reached.map(({ url }) => url)
        // Each goes over a connection of its own: which comes first there is open.
        expect(urls.toSorted()).toEqual(arrived.filter((url) => urls.includes(url)).toSorted())
        for (const { headers } of reached) {
          expect('content-length' in headers && 'transfer-encoding' in headers).toBe(false)
        }
      }
    })

    it.each(ordinary)('is let through if nothing about it is odd: $name', async ({ head }) => {
      const { answers, reached } = await throughGateway(
        createEngine,
        `${withHost(head)}\r\n${bodyOf(head)}${probe}`,
      )
      expect([answers, reached.length]).toEqual([[200, 200], 2])
    })

    it.each([
      ['POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'],
      ['PUT /a HTTP/1.1\r\nContent-Length: 1000\r\n', 'x'.repeat(1000)],
      ['GET /a HTTP/1.1\r\nContent-Length: 1000\r\n', 'x'.repeat(1000)],
      ['GET /a HTTP/1.1\r\n', ''],
    ])('is let through if it is an ordinary one: %s', async (head, body) => {
      const { answers, reached } = await throughGateway(
        createEngine,
        `${withHost(head)}\r\n${body}${probe}`,
      )
      expect(answers).toEqual([200, 200])
      expect(reached.map(({ url }) => url).toSorted()).toEqual(['/a', '/probe'])
    })
  })
})

/** As the one reading has it, and as the other; where a length is given, as long as it says. */
function bodiesOf(head: string): readonly string[] {
  const [, length] = /length[^:]*: *(\d+)/i.exec(head) ?? []
  return length === undefined ? ['', '0\r\n\r\n'] : ['x'.repeat(Number(length))]
}

/** As long as it says, or the end of its chunks. */
function bodyOf(head: string): string {
  const [, length] = /^content-length: *(\d+) *\r$/im.exec(head) ?? []
  if (length !== undefined) return 'x'.repeat(Number(length))
  return /^transfer-encoding:/im.test(head) ? '0\r\n\r\n' : ''
}

function withHost(head: string): string {
  return /^host:/im.test(head) ? head : `${head}Host: x\r\n`
}

/** Sends text to a gateway that asks for no token: whatever becomes a request is forwarded. */
async function throughGateway(createEngine: CreateEngine, text: string) {
  const backend = await startBackend()
  const log = { info: () => undefined, warn: () => undefined }
  const engine = createEngine({
    backendUrl: backend.url,
    timeoutSeconds: 2,
    maxConnections: 8,
    renderer: problemRenderer,
    log,
  })
  afterTest(() => engine.close())
  const checked = authenticate('cli', new Date())
  if (checked.kind === 'refused') throw new Error('no claims')
  const { claims } = checked
  const arrived: string[] = []
  const server = createServer((request, response) => {
    arrived.push(request.url ?? '')
    const headers = upstreamHeaders(request.rawHeaders, {
      claims,
      authorization: 'Bearer cli',
      client: { address: '192.0.2.1', protocol: 'http' },
      requestId: 'r-1',
    })
    engine.forward(request, response, {
      target: request.url ?? '',
      headers,
      answerHeaders: [],
      party: { userId: claims.userId, tenantId: claims.tenantId, network: '192.0.2.1' },
      requestId: 'r-1',
    })
  })
  const { port } = await listen(server)
  const socket = send(port, text)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  await new Promise((resolve) => socket.once('close', resolve))
  const received = Buffer.concat(chunks).toString('latin1')
  const answers = Array.from(received.matchAll(/HTTP\/1\.1 (\d{3}) /g), ([, code]) => Number(code))
  return { answers, arrived, reached: backend.requests }
}
