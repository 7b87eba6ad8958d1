import type { Defect } from '../defect.ts'

/** Defects of the secrets. */
export const cryptoDefects: readonly Defect[] = [
  {
    file: 'packages/crypto/src/node-secrets.ts',
    find: `id: () => randomBytes(16).toString('hex')`,
    replace: `id: () => randomBytes(8).toString('hex')`,
    breaks: 'an id has 128 bits',
  },
  {
    file: 'packages/crypto/src/node-secrets.ts',
    find: `return bytes.toString('base64url')`,
    replace: `return bytes.subarray(8).toString('base64url')`,
    breaks: 'a token has 256 bits',
  },
  {
    file: 'packages/crypto/src/node-secrets.ts',
    find: 'while (bytes.includes(0))',
    replace: 'if (bytes.length === 0)',
    breaks: 'no byte of a token is zero',
  },
  {
    file: 'packages/crypto/src/node-secrets.ts',
    find: `String(randomInt(0, 1_000_000)).padStart(6, '0')`,
    replace: 'String(randomInt(100_000, 1_000_000))',
    breaks: 'codes keep leading zeros',
  },
  {
    file: 'packages/crypto/src/node-secrets.ts',
    find: '`ghk_${randomToken()}`',
    replace: 'randomToken()',
    breaks: 'an API key has a prefix',
  },
  {
    file: 'packages/crypto/src/node-secrets.ts',
    find: '`digest ${purpose}`',
    replace: `'digest'`,
    breaks: 'digests of two purposes never match',
  },
  {
    file: 'packages/crypto/src/node-secrets.ts',
    find: 'const all = [current, ...previousKeys.map(digestKeysOf)]',
    replace: 'const all = previousKeys.map(digestKeysOf)',
    breaks: 'the digest of now is among those that may have been given',
  },
  {
    file: 'packages/crypto/src/node-secrets.ts',
    find: `createHash('sha256').update(text).digest('hex')`,
    replace: `createHash('sha256').update(text, 'latin1').digest('hex')`,
    breaks: 'a hash is of the text in UTF-8',
  },
  {
    file: 'packages/crypto/src/node-secrets.ts',
    find: 'return left.length === right.length && timingSafeEqual(left, right)',
    replace: 'return left.length === right.length',
    breaks: 'two texts are compared letter by letter',
  },
  {
    file: 'packages/crypto/src/node-secrets.ts',
    find: 'left.length === right.length && timing',
    replace: 'timing',
    breaks: 'texts of two lengths are compared, too',
  },
  {
    file: 'packages/crypto/src/node-secrets.ts',
    find: `createHmac('sha256', key).update(text)`,
    replace: `createHmac('sha256', key).update(text.trim())`,
    breaks: 'no two texts have the same digest',
  },
]
