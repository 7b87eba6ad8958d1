import { Agent, type OutgoingHttpHeaders, request } from 'node:http'
import type { Answer } from '../../testing/api.ts'
import { checkAnswer } from '../../testing/check-answer.ts'

/** A request of which nothing is put right before it leaves. */
export interface RawRequest {
  readonly method?: string
  /** The request target, sent as it is. */
  readonly path: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string | Uint8Array
}

/** Sends what no well-behaved client sends, and holds every answer against the OpenAPI document. */
export interface RawApi {
  /** @throws When no answer comes. */
  send(request: RawRequest): Promise<Answer>
  /** Posts bytes as JSON. */
  postBytes(path: string, body: string | Uint8Array): Promise<Answer>
  close(): void
}

const patienceMs = 30_000

/** @param port Asked for each request, since a restarted gateway has another one. */
export function createRawApi(port: () => number): RawApi {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 })
  const exchange = ({ method = 'POST', path, headers = {}, body }: RawRequest) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const target = { host: '127.0.0.1', port: port(), method, path, agent, timeout: patienceMs }
    const outgoing = request({ ...target, headers: { ...length, ...headers } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const fields = Object.entries(response.headersDistinct)
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(
            fields.flatMap(([name, values = []]) => values.map((v) => [name, v])),
          ),
          body: readBody(response.headers['content-type'], text),
        })
      })
    })
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer to ${method} ${path}`)))
    outgoing.on('error', reject)
    outgoing.end(body)
    return promise
  }
  const send: RawApi['send'] = async (sent) => {
    const answer = await exchange(sent)
    const { method = 'POST', path } = sent
    await checkAnswer(`http://127.0.0.1:${port()}`, { method, path, answer })
    return answer
  }
  return {
    send,
    postBytes: (path, body) =>
      send({ path, headers: { 'content-type': 'application/json' }, body }),
    close: () => agent.destroy(),
  }
}

function readBody(type = '', text: string): unknown {
  return /json/.test(type) && text !== '' ? JSON.parse(text) : text
}
