const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const values = new Map([...alphabet].map((letter, value) => [letter, value]))

/** Bytes in base64url without padding (RFC 4648, section 5). */
export function toBase64url(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let buffer = 0
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte
    for (bits += 8; bits >= 6; bits -= 6) text += alphabet.charAt((buffer >> (bits - 6)) & 63)
    buffer &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + alphabet.charAt((buffer << (6 - bits)) & 63)
}

/** The bytes of a base64url text, or `null` unless {@link toBase64url} would produce exactly this text. */
export function fromBase64url(text: string): Uint8Array | null {
  const bytes = new Uint8Array(Math.floor((text.length * 6) / 8))
  let length = 0
  let bits = 0
  let buffer = 0
  for (const letter of text) {
    const value = values.get(letter)
    if (value === undefined) return null
    buffer = (buffer << 6) | value
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[length++] = buffer >> bits
    buffer &= (1 << bits) - 1
  }
  return bits < 6 && buffer === 0 ? bytes : null
}
