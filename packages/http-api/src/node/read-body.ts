import type { IncomingMessage } from 'node:http'
import pTimeout from 'p-timeout'
import type { ApiBody } from '../exchange.ts'
import { assertReadable, bodySeconds } from '../requests/body-rules.ts'
import { InvalidRequest } from '../requests/parse.ts'

/** A request whose body a parser of the host may have read. */
export interface MaybeParsed extends IncomingMessage {
  /** What a body parser of Express, or of what is built like it, has read. */
  readonly body?: unknown
}

/**
 * The body of a request, as a parser of the host has read it, or as it comes.
 *
 * @param maxBytes Largest body that is read; what a parser has read is in the parser's bounds.
 * @throws {InvalidRequest} As `readBody`.
 */
export async function readBodyOf(request: MaybeParsed, maxBytes: number): Promise<ApiBody> {
  assertPlain(request, maxBytes)
  const { body } = request
  // Some parsers leave an empty object where they have read nothing.
  if (!request.readableEnded || body === undefined || body === null) {
    return { kind: 'bytes', bytes: await readBody(request, maxBytes) }
  }
  if (typeof body === 'string') return { kind: 'bytes', bytes: Buffer.from(body) }
  if (body instanceof Uint8Array) return { kind: 'bytes', bytes: body }
  return { kind: 'parsed', value: body }
}

/**
 * Reads a whole body. A body that is too large is refused as soon as its length or its bytes show it, because
 * an endless body would never get an answer (T-61, T-72).
 *
 * @param maxBytes Largest body that is read.
 * @param patienceSeconds Seconds that the whole body may take.
 * @throws {InvalidRequest} `unsupported_media_type` when it is compressed; `body_too_large`;
 * `malformed_request` when it breaks off; `request_timeout` when it takes too long (T-94).
 */
export async function readBody(
  request: IncomingMessage,
  maxBytes: number,
  patienceSeconds: number = bodySeconds,
): Promise<Buffer> {
  assertPlain(request, maxBytes)
  // No event comes for a body that has ended already.
  if (request.readableEnded) return Buffer.alloc(0)
  const tooSlow = new InvalidRequest('request_timeout')
  return pTimeout(collect(request, maxBytes), {
    milliseconds: patienceSeconds * 1000,
    message: tooSlow,
  })
}

function assertPlain({ headers }: IncomingMessage, maxBytes: number): void {
  assertReadable(headers['content-encoding'], headers['content-length'], maxBytes)
}

function collect(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let bytes = 0
  // Text, where a middleware of the host has set an encoding.
  const take = (chunk: Buffer | string) => {
    const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    bytes += part.length
    if (bytes <= maxBytes) chunks.push(part)
    else {
      request.off('data', take)
      reject(new InvalidRequest('body_too_large'))
    }
  }
  request.on('data', take)
  request.once('end', () => resolve(Buffer.concat(chunks)))
  request.once('error', () => reject(new InvalidRequest('malformed_request')))
  return promise
}
