import type { IncomingMessage } from 'node:http'
import pTimeout from 'p-timeout'
import { InvalidRequest } from './parse.ts'

/** Seconds that the body of an auth route may take to arrive: it is small, unlike an upload. */
const bodySeconds = 15

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
  const { 'content-encoding': coding = 'identity', 'content-length': length = '0' } =
    request.headers
  if (coding.toLowerCase() !== 'identity') throw new InvalidRequest('unsupported_media_type')
  if (Number(length) > maxBytes) throw new InvalidRequest('body_too_large')
  // No event comes for a body that has ended already.
  if (request.readableEnded) return Buffer.alloc(0)
  const tooSlow = new InvalidRequest('request_timeout')
  return pTimeout(collect(request, maxBytes), {
    milliseconds: patienceSeconds * 1000,
    message: tooSlow,
  })
}

function collect(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let bytes = 0
  const take = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= maxBytes) chunks.push(chunk)
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
