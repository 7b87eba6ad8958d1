import { acceptedKeys, signingKey } from '../keys/key-ring.ts'
import { rotationPolicy } from '../keys/rotate-keys.ts'
import { fromNumericDate, isMoment, isNumericDate, toNumericDate } from '../lib/time.ts'
import type { Ports } from '../ports/ports.ts'
import type { TokenPayload } from '../ports/token-signer.ts'
import { type ClientType, clientTypes } from '../records/client.ts'
import type { AuthenticationMethod, LoginProof, ProvenAccount } from '../records/proof.ts'
import type { AuthSettings } from '../settings.ts'

const methods = ['pwd', 'otp', 'fed'] as const satisfies readonly AuthenticationMethod[]

/** Signs a session token with what a login has proved. It never outlives the longest session (T-05). */
export function sealProof(
  ports: Pick<Ports, 'clock' | 'keyRing' | 'tokenSigner'>,
  settings: AuthSettings,
  proof: LoginProof,
): string {
  const now = ports.clock.now()
  const authTime = toNumericDate(proof.authTime)
  const issuedAt = toNumericDate(now)
  const claims: TokenPayload = {
    iss: settings.issuer,
    lid: proof.loginId,
    iat: issuedAt,
    exp: Math.min(issuedAt + settings.sessionTokenSeconds, authTime + settings.maxSessionSeconds),
    auth_time: authTime,
    source: proof.client,
    amr: proof.methods,
    accounts: proof.accounts.map(({ accountId, credentialVersion }) => [
      accountId,
      credentialVersion,
    ]),
  }
  return ports.tokenSigner.sign(
    'session',
    claims,
    signingKey({ keys: ports.keyRing.current(), now }),
  )
}

/**
 * What a session token proves; `null` unless it is ours and has not expired at `at`. Whether its
 * login has ended, only the store knows.
 */
export function openProof(
  ports: Pick<Ports, 'keyRing' | 'secrets' | 'tokenSigner'>,
  settings: AuthSettings,
  { token, at }: { readonly token: string; readonly at: Date },
): LoginProof | null {
  if (!isMoment(at)) return null
  const keys = acceptedKeys({ keys: ports.keyRing.current(), now: at }, rotationPolicy(settings))
  const payload = ports.tokenSigner.verify('session', token, keys)
  if (!payload) return null
  const { iss, iat, exp, auth_time } = payload
  if (iss !== settings.issuer) return null
  if (!isNumericDate(iat) || !isNumericDate(exp) || !isNumericDate(auth_time)) return null
  const expiresAt = Math.min(exp, iat + settings.sessionTokenSeconds)
  if (!(at < fromNumericDate(expiresAt))) return null
  const proof = readProof(payload, fromNumericDate(auth_time))
  // A token of an older release has no login id; it gets one here, so that its login can end.
  return proof && { ...proof, loginId: proof.loginId || ports.secrets.id() }
}

/**
 * The client type of a whole login: `cli` or `vscode` only if every step of it said so (T-02).
 */
export function effectiveClient(earlierStep: ClientType, thisStep: ClientType): ClientType {
  return earlierStep === thisStep ? thisStep : 'ui'
}

function readProof(payload: TokenPayload, authTime: Date): LoginProof | null {
  const { source, amr, accounts, lid = '' } = payload
  const client = clientTypes.find((known) => known === source)
  if (typeof lid !== 'string') return null
  if (!client || !Array.isArray(amr) || !Array.isArray(accounts)) return null
  return {
    loginId: lid,
    client,
    authTime,
    methods: methods.filter((method) => amr.includes(method)),
    accounts: accounts.flatMap(readAccount),
  }
}

function readAccount(sealed: unknown): readonly ProvenAccount[] {
  if (!Array.isArray(sealed)) return []
  const [accountId, credentialVersion] = sealed as readonly unknown[]
  if (typeof accountId !== 'string' || typeof credentialVersion !== 'number') return []
  return [{ accountId, credentialVersion }]
}
