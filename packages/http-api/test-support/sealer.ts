import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { AttemptSealer } from '../src/providers/attempt-cookies.ts'

/** A sealer with a key of its own. */
export function createTestSealer(): AttemptSealer {
  const key = randomBytes(32)
  return {
    seal(text, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(text, context) {
      const bytes = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString()
    },
  }
}
