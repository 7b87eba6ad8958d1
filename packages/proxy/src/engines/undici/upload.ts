import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

/**
 * The request's body as a separate stream that undici may destroy. The request itself must survive an early
 * answer; its remaining body is then read and dropped.
 */
export function uploadOf(request: IncomingMessage): Readable {
  const upload = new Readable({
    read: () => void request.resume(),
    destroy(error, done) {
      request.resume()
      done(error)
    },
  })
  request.on('data', (chunk: Buffer) => {
    if (!upload.destroyed && !upload.push(chunk)) request.pause()
  })
  request.on('end', () => upload.push(null))
  request.on('close', () => {
    if (!request.complete) upload.destroy(new Error('The client went away'))
  })
  request.on('error', () => undefined)
  // Undici removes its listeners once it has the answer.
  upload.on('error', () => undefined)
  return upload
}
