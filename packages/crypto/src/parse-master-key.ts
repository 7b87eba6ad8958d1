import { masterKeyLength } from './derive-key.ts'

/**
 * Reads a master key from text.
 *
 * @param base64 - 32 bytes in base64 (RFC 4648, section 4), as `openssl rand -base64 32` prints
 *   them. White space around it is ignored.
 * @returns `null` for anything else.
 */
export function parseMasterKey(base64: string): Uint8Array | null {
  const text = base64.trim()
  const key = Buffer.from(text, 'base64')
  // Decoders skip characters that they do not know, so only text that encodes back to itself is valid.
  return key.length === masterKeyLength && key.toString('base64') === text ? key : null
}
