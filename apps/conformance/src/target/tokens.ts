import { createHmac } from 'node:crypto'
import { Deviation } from '../expect/outcomes.ts'
import { isObject, type Json } from './answer.ts'

/** The parts of a token that are readable without a key. */
export interface ReadToken {
  /** The header (RFC 7515, section 4). */
  readonly header: Json
  /** The claims (RFC 7519, section 4). */
  readonly claims: Json
}

/** Takes a token apart, and checks nothing of it. @throws {Deviation} Unless it is a JWT. */
export function readToken(token: unknown): ReadToken {
  const [header = '', claims = '', signature, more] =
    typeof token === 'string' ? token.split('.') : []
  const [read, readClaims] = [decode(header), decode(claims)]
  if (!isObject(read) || !isObject(readClaims) || signature === undefined || more !== undefined) {
    throw new Deviation('a token that is a JWT', 'a text that is none')
  }
  return { header: read, claims: readClaims }
}

/** Signs as the holder of the secret does: HS256 over exactly its bytes (RFC 7515, appendix A.1). */
export function signToken({ header, claims }: ReadToken, secret: string): string {
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${signatureOf(signed, secret)}`
}

/** Whether a token was signed with exactly the bytes of a secret. */
export function isSignedWith(token: string, secret: string): boolean {
  const end = token.lastIndexOf('.')
  return token.slice(end + 1) === signatureOf(token.slice(0, end), secret)
}

/** Tokens that nobody has issued, made of one that somebody has; each with what is wrong with it. */
export function forgeriesOf(token: string): readonly (readonly [string, string])[] {
  const { header, claims } = readToken(token)
  const [first = '', second = '', signature = ''] = token.split('.')
  const promoted = encode({ ...claims, role: 'super_admin', tenant_id: 'another-tenant' })
  const other = signature.startsWith('A') ? 'B' : 'A'
  return [
    ['a token with another signature', `${first}.${second}.${other}${signature.slice(1)}`],
    ['a token with other claims and the old signature', `${first}.${promoted}.${signature}`],
    [
      'a token without a signature (`alg` none)',
      `${encode({ ...header, alg: 'none' })}.${second}.`,
    ],
    ['a token that was signed with an empty secret', signToken({ header, claims }, '')],
  ]
}

function signatureOf(text: string, secret: string): string {
  return createHmac('sha256', Buffer.from(secret, 'utf8')).update(text).digest('base64url')
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return undefined
  }
}
