import { createHash } from 'node:crypto'

/** What a hash begins with: the scheme, the rounds unless they are 5000, and the salt. */
const setting = /^\$6\$(?:rounds=(?<rounds>\d{4,9})\$)?(?<salt>[./0-9A-Za-z]{1,16})(?:\$|$)/

const alphabet = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * The function `crypt` of C with SHA-512, which Apache and nginx check passwords by on Linux
 * (https://www.akkadia.org/drepper/SHA-crypt.txt). It takes the whole password, where bcrypt takes 72 bytes.
 *
 * @param stored A hash, whose scheme, rounds and salt are taken; or these alone: `$6$rounds=10000$salt`.
 * @returns The hash: equal to `stored` when the password is that of `stored`.
 * @throws {RangeError} When `stored` is of another scheme.
 */
export function sha512Crypt(password: string, stored: string): string {
  const [begin = ''] = setting.exec(stored) ?? []
  const { rounds, salt = '' } = setting.exec(stored)?.groups ?? {}
  if (salt === '') throw new RangeError('a hash that does not begin with $6$')
  const digest = stretch(Buffer.from(password), Buffer.from(salt), Number(rounds ?? 5000))
  return `${begin.replace(/\$$/, '')}$${encode(digest)}`
}

/** Steps 1 to 21 of the description. */
function stretch(key: Buffer, salt: Buffer, rounds: number): Buffer {
  const inner = sha512(key, salt, key)
  const outer = createHash('sha512').update(key).update(salt).update(filled(inner, key.length))
  for (let bits = key.length; bits > 0; bits >>= 1) outer.update(bits & 1 ? inner : key)
  let digest = outer.digest()
  const keyBytes = filled(repeated(key, key.length), key.length)
  const saltBytes = filled(repeated(salt, 16 + (digest[0] ?? 0)), salt.length)
  for (let round = 0; round < rounds; round += 1) {
    const isOdd = round % 2 === 1
    const hash = createHash('sha512').update(isOdd ? keyBytes : digest)
    if (round % 3 !== 0) hash.update(saltBytes)
    if (round % 7 !== 0) hash.update(keyBytes)
    digest = hash.update(isOdd ? digest : keyBytes).digest()
  }
  return digest
}

function sha512(...parts: readonly Buffer[]): Buffer {
  return createHash('sha512').update(Buffer.concat(parts)).digest()
}

/** The digest of so many repetitions. */
function repeated(bytes: Buffer, times: number): Buffer {
  const hash = createHash('sha512')
  for (let time = 0; time < times; time += 1) hash.update(bytes)
  return hash.digest()
}

/** So many bytes of a digest, from its beginning again and again. */
function filled(digest: Buffer, length: number): Buffer {
  return Buffer.alloc(length, digest)
}

/** Step 22: six bits a letter, the bytes in an order of its own. */
function encode(digest: Buffer): string {
  const byte = (at: number) => digest[at] ?? 0
  let text = ''
  let [a, b, c] = [0, 21, 42]
  for (let group = 0; group < 21; group += 1) {
    text += letters((byte(a) << 16) | (byte(b) << 8) | byte(c), 4)
    ;[a, b, c] = [b + 1, c + 1, a + 1]
  }
  return text + letters(byte(63), 2)
}

function letters(value: number, count: number): string {
  return Array.from({ length: count }, (_, at) => alphabet[(value >> (6 * at)) & 63]).join('')
}
