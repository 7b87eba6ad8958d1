import type { Secrets } from '../../src/ports/index.ts'
import { toBase64url } from './base64url.ts'
import { hmacSha256, sha256 } from './sha256.ts'

/** Options of memory secrets. */
export interface MemorySecretsOptions {
  /** Equal seeds give equal values in equal order, and equal digests. */
  readonly seed?: string
}

/** {@link Secrets} whose next code a test can choose. */
export interface MemorySecrets extends Secrets {
  /** Makes the next call of `otpCode` return this code; several calls queue several codes. */
  forceOtpCode(code: string): void
}

/**
 * {@link Secrets} that are not secret: every value is **predictable**, derived from the seed and a counter,
 * so that a test can be repeated. For tests only.
 */
export function createMemorySecrets({ seed = 'seed' }: MemorySecretsOptions = {}): MemorySecrets {
  const forced: string[] = []
  let drawn = 0
  const draw = () => {
    drawn += 1
    return sha256(utf8(`${seed} ${drawn}`))
  }

  const drawWithoutZero = () => {
    let bytes = draw()
    while (bytes.includes(0)) bytes = draw()
    return bytes
  }

  const digest: Secrets['digest'] = (purpose, text) =>
    toBase64url(hmacSha256(utf8(`${seed} ${purpose}`), utf8(text)))

  return {
    id: () => toBase64url(draw().subarray(0, 16)),
    token: () => toBase64url(drawWithoutZero()),
    otpCode: () => forced.shift() ?? toCode(draw()),
    apiKey: () => `gatehouse_${toBase64url(draw())}`,
    digest,
    digests: (purpose, text) => [digest(purpose, text)],
    hash: (text) => toHex(sha256(utf8(text))),
    equal: (one, other) => one === other,

    forceOtpCode(code) {
      forced.push(code)
    },
  }
}

function toCode(bytes: Uint8Array): string {
  const number = new DataView(bytes.buffer).getBigUint64(0) % 1_000_000n
  return String(number).padStart(6, '0')
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
