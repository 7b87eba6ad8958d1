import pTimeout from 'p-timeout'
import type { ApiBody } from '../exchange.ts'
import { assertReadable, bodySeconds } from '../requests/body-rules.ts'
import { InvalidRequest } from '../requests/parse.ts'

/**
 * The body of a request of the Fetch standard.
 *
 * @param maxBytes Largest body that is read.
 * @throws {InvalidRequest} As for a request of Node.
 * @throws {TypeError} When the host has read the body already: there is no second time.
 */
export async function readWebBody(request: Request, maxBytes: number): Promise<ApiBody> {
  const { headers } = request
  assertReadable(headers.get('content-encoding'), headers.get('content-length'), maxBytes)
  if (request.bodyUsed)
    throw new TypeError('the body of the request was read before the API got it')
  if (request.body === null) return { kind: 'bytes', bytes: new Uint8Array() }
  const reader = request.body.getReader()
  const bytes = await pTimeout(collect(reader, maxBytes), {
    milliseconds: bodySeconds * 1000,
    message: new InvalidRequest('request_timeout'),
  }).catch((error: unknown) => {
    // Whether its sender hears of that does not matter: it is answered.
    void reader.cancel().catch(() => undefined)
    throw error
  })
  return { kind: 'bytes', bytes }
}

async function collect(
  reader: Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new InvalidRequest('malformed_request')
    })
    if (done) return Buffer.concat(chunks)
    bytes += value.length
    if (bytes > maxBytes) throw new InvalidRequest('body_too_large')
    chunks.push(value)
  }
}
