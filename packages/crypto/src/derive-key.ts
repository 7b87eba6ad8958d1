import { hkdfSync } from 'node:crypto'

/** The length of a master key, in bytes. */
export const masterKeyLength = 32

/**
 * Derives a key of 32 bytes for one purpose (HKDF-SHA256, RFC 5869): every purpose has its own key, and none
 * of them reveals the master key.
 *
 * @throws {RangeError} For a master key of another length.
 */
export function deriveKey(masterKey: Uint8Array, purpose: string): Buffer {
  if (masterKey.length !== masterKeyLength) {
    throw new RangeError(`A master key is ${masterKeyLength} bytes`)
  }
  return Buffer.from(hkdfSync('sha256', masterKey, '', `gatehouse ${purpose} v1`, 32))
}
