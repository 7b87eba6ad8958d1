import type { Ports } from '../ports/ports.ts'
import type { TokenPayload } from '../ports/token-signer.ts'
import type { Membership } from '../records/account.ts'
import type { AccessClaims } from './access-claims.ts'

/** Names that a host may not take: ours, and those of RFC 7519, RFC 8693 and RFC 9068. */
const reservedClaims: ReadonlySet<string> = new Set([
  ...['user_id', 'username', 'email', 'email_verified', 'tenant_id', 'tenant_name'],
  ...['role', 'machine_role', 'groups', 'identity_provider_id', 'source', 'sid', 'auth_time'],
  ...['iss', 'sub', 'aud', 'exp', 'nbf', 'iat', 'jti', 'act', 'amr', 'acr', 'azp', 'cnf', 'nonce'],
  ...['client_id', 'entitlements', 'may_act', 'roles', 'scope', 'typ', '__proto__'],
])

/** The largest size of a host's claims as JSON in UTF-8, in bytes: a token has to fit into a header. */
const maxBytes = 2048

/**
 * The claims of the host for an account, as they stand in its next token.
 *
 * @throws {TypeError} When they are no plain data, take a reserved name or are too long. The token is not issued.
 */
export function ownClaimsOf(
  { ownClaims }: Pick<Ports, 'ownClaims'>,
  { account, tenant }: Membership,
): TokenPayload {
  if (!ownClaims) return {}
  const { id, username, email, emailVerified, firstName, lastName, role, machineRole, groups } =
    account
  const person = { username, email, emailVerified, firstName, lastName, role, machineRole, groups }
  const claims: unknown = ownClaims({
    userId: id,
    ...person,
    tenantId: tenant.id,
    tenantName: tenant.name,
  })
  return checkedClaims(claims)
}

/** The claims of a token that are not ours; nothing in a token without any. */
export function readOwnClaims(payload: TokenPayload): Pick<AccessClaims, 'own'> {
  const own = Object.entries(payload).filter(([name]) => !reservedClaims.has(name))
  return own.length === 0 ? {} : { own: Object.fromEntries(own) }
}

function checkedClaims(claims: unknown): TokenPayload {
  if (!isPlain(claims)) throw new TypeError('ownClaims has to return an object of plain data')
  const text = JSON.stringify(claims)
  // What JSON leaves out or writes differently would not come back as it was given.
  const written: unknown = JSON.parse(text)
  if (!isPlain(written)) throw new TypeError('ownClaims has to return an object of plain data')
  const taken = Object.keys(written).find((name) => reservedClaims.has(name))
  if (taken !== undefined) throw new TypeError(`ownClaims may not set ${taken}`)
  if (utf8Length(text) > maxBytes) throw new TypeError('the claims of ownClaims are too long')
  return written
}

function utf8Length(text: string): number {
  let bytes = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    if (point < 0x80) bytes += 1
    else if (point < 0x800) bytes += 2
    else bytes += point < 0x10000 ? 3 : 4
  }
  return bytes
}

function isPlain(claims: unknown): claims is TokenPayload {
  return (
    typeof claims === 'object' && claims !== null && !Array.isArray(claims) && !('then' in claims)
  )
}
