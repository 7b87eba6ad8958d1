import { createHmac } from 'node:crypto'

/** The parts of a JWT that are readable without a key. */
export interface ReadToken {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Claims
}

/** Claims, of which tests calculate with the times. */
export interface Claims extends Readonly<Record<string, unknown>> {
  readonly iat: number
  readonly exp: number
}

/** Takes a JWT apart without checking anything (RFC 7515, section 7.1). */
export function readToken(token: string): ReadToken {
  const [header = '', claims = ''] = token.split('.')
  return { header: decode(header) as ReadToken['header'], claims: decode(claims) as Claims }
}

/** Signs as a holder of the secret can: HS256 over exactly its bytes (RFC 7515, appendix A.1). */
export function signToken({ header, claims }: ReadToken, secret: string): string {
  const signed = `${encode(header)}.${encode(claims)}`
  return `${signed}.${signature(signed, secret)}`
}

/** Whether a token was signed with exactly the bytes of a secret. */
export function isSignedWith(token: string, secret: string): boolean {
  const end = token.lastIndexOf('.')
  return token.slice(end + 1) === signature(token.slice(0, end), secret)
}

function signature(text: string, secret: string): string {
  return createHmac('sha256', Buffer.from(secret, 'utf8')).update(text).digest('base64url')
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function decode(part: string): unknown {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}
