import { createHmac } from 'node:crypto'

/** Of a good token: RFC 8725 and the known attacks on libraries. The whole list is tried in `packages/jwt`. */
export function forgeries(token: string): readonly string[] {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object
  const none = ['none', 'None', 'NONE', 'nOnE'].map((alg) => encode({ ...decode(header), alg }))
  const admin = encode({ ...decode(payload), role: 'super_admin' })
  const attackers = createHmac('sha256', 'attacker')
    .update(`${header}.${admin}`)
    .digest('base64url')
  return [
    ...none.flatMap((head) => [`${head}.${payload}.`, `${head}.${admin}.${signature}`]),
    ...[`${header}.${payload}.`, `${header}.${payload}`, `${token}.x`, 'a.b.c.d.e'],
    ...[`${header}.${admin}.${signature}`, `${header}.${admin}.${attackers}`, `${token}=`],
    ...[`${header}.${payload}.${signature.slice(0, -1)}`, `${token.slice(0, -1)}!`, `${token}%00`],
  ]
}
