import { request } from 'node:http'
import { text } from 'node:stream/consumers'

/** The host that the files of all proxies are for. */
export const proxiedHost = 'auth.example.com'

/** A request for a proxy. */
export interface ProxiedRequest {
  readonly method?: string
  /** The target, sent as it is. */
  readonly path: string
  /** Names and values in turn; `Host` is added unless it is among them. */
  readonly headers?: readonly string[]
  readonly body?: string
}

/** What came back. */
export interface ProxiedAnswer {
  readonly status: number
  /** Repeated fields are joined by commas. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Sends a request of which nothing is put right before it leaves. */
export async function askProxy(
  port: number,
  { method = 'GET', path, headers = [], body }: ProxiedRequest,
): Promise<ProxiedAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<ProxiedAnswer>()
  const host = headers.some((each) => each.toLowerCase() === 'host') ? [] : ['Host', proxiedHost]
  const length = body === undefined ? [] : ['Content-Length', String(Buffer.byteLength(body))]
  const sent = [...host, ...length, 'Connection', 'close', ...headers]
  request({ host: '127.0.0.1', port, method, path, headers: sent, agent: false }, (response) => {
    const fields = Object.entries(response.headersDistinct)
    void text(response)
      .then((answered) =>
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(
            fields.map(([name, values = []]) => [name, values.join(', ')]),
          ),
          body: answered,
        }),
      )
      .catch(reject)
  })
    .on('error', reject)
    .end(body)
  return promise
}
