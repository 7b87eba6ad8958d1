import { issuedAtAfter } from '../endings/ended-index.ts'
import { acceptedKeys, signingKey, steadyPeriod } from '../keys/key-ring.ts'
import { rotationPolicy } from '../keys/rotate-keys.ts'
import {
  earlier,
  fromNumericDate,
  isMoment,
  isNumericDate,
  secondsAfter,
  toNumericDate,
} from '../lib/time.ts'
import type { Ports } from '../ports/ports.ts'
import type { TokenPayload } from '../ports/token-signer.ts'
import { type Membership, roles } from '../records/account.ts'
import { type ClientType, clientTypes } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import type { AccessClaims, Authenticated } from './access-claims.ts'
import { holdsBackUnconfirmed } from './machine-verifier.ts'
import { ownClaimsOf, readOwnClaims } from './own-claims.ts'
import { unlessEnded } from './unless-ended.ts'
import { type VerificationPeriod, type VerifiedToken, validateVerified } from './verified-token.ts'

/**
 * The largest difference between the clocks of two replicas, in seconds, before a token counts as issued in
 * the future.
 */
const clockSkewSeconds = 5

/** A new access token and its lifetime (RFC 6749, section 5.1). */
export interface IssuedToken {
  /** A compact JWS. Secret. */
  readonly token: string
  /** Lifetime of the token in seconds. */
  readonly expiresIn: number
  /** Its `iat`. */
  readonly issuedAt: Date
  /** Its `exp`. */
  readonly expiresAt: Date
}

/** The parts of a token besides the account and tenant. */
export interface TokenSubject {
  /** The account and the tenant of the token. */
  readonly membership: Membership
  /** `sid`. */
  readonly sessionId: string
  /** `source`. */
  readonly client: ClientType
  /** `auth_time`. */
  readonly authTime: Date
  /** Tokens that were issued until this moment are stale. */
  readonly staleAt?: Date | undefined
}

/** Signs an access token with the claims of the interface document, and `jti`, `sid`, `auth_time`. */
export function issueAccessToken(
  ports: Pick<Ports, 'clock' | 'keyRing' | 'ownClaims' | 'secrets' | 'tokenSigner'>,
  settings: AuthSettings,
  { membership, sessionId, client, authTime, staleAt }: TokenSubject,
): IssuedToken {
  const { account, tenant } = membership
  const now = ports.clock.now()
  const issuedAt = toNumericDate(issuedAtAfter(now, staleAt))
  const expiresIn = settings.accessTokenSeconds
  const claims: TokenPayload = {
    ...ownClaimsOf(ports, membership),
    user_id: account.id,
    username: account.username,
    email: account.email,
    tenant_id: tenant.id,
    tenant_name: tenant.name,
    role: account.role,
    machine_role: account.machineRole,
    groups: account.groups,
    identity_provider_id: account.credentialId,
    source: client,
    iss: settings.issuer,
    iat: issuedAt,
    exp: issuedAt + expiresIn,
    jti: ports.secrets.id(),
    sid: sessionId,
    auth_time: toNumericDate(authTime),
    ...(holdsBackUnconfirmed(settings) && { email_verified: account.emailVerified }),
  }
  const key = signingKey({ keys: ports.keyRing.current(), now })
  return {
    token: ports.tokenSigner.sign('access', claims, key),
    expiresIn,
    issuedAt: fromNumericDate(issuedAt),
    expiresAt: fromNumericDate(issuedAt + expiresIn),
  }
}

/** The ports for verifying an access token. Neither does I/O. */
export type VerifyingPorts = Pick<Ports, 'keyRing' | 'tokenSigner'>

/** What checking one works through. */
export type AuthenticatingPorts = VerifyingPorts & Pick<Ports, 'endings'>

/**
 * Checks an access token at a moment. Reads no store: the proxy asks this for every request.
 *
 * @returns Its claims and until when it is valid, or `token_expired`, `token_invalid`,
 *   `session_ended`, `token_stale`.
 */
export function authenticate(
  ports: AuthenticatingPorts,
  settings: AuthSettings,
  asked: { readonly token: string; readonly at: Date },
): Authenticated | Refused {
  const presented = authenticateThoughEnded(ports, settings, asked)
  return presented.kind === 'refused' ? presented : unlessEnded(ports, presented, asked.at)
}

/**
 * Like {@link authenticate}, but ignores endings: for callers that read the session's record in a
 * transaction.
 */
export function authenticateThoughEnded(
  ports: VerifyingPorts,
  settings: AuthSettings,
  asked: { readonly token: string; readonly at: Date },
): Authenticated | Refused {
  if (typeof asked.token !== 'string' || !isMoment(asked.at)) return refused('token_invalid')
  const verified = verifyAccessToken(ports, settings, asked)
  return verified ? validateVerified(verified, asked.at) : refused('token_invalid')
}

/**
 * Everything about an access token but its times: form, signature, claims and issuer.
 *
 * @returns `null` unless it was signed with a key that is accepted at that moment.
 */
export function verifyAccessToken(
  ports: VerifyingPorts,
  settings: AuthSettings,
  { token, at }: { readonly token: string; readonly at: Date },
): VerifiedToken | null {
  const keys = acceptedKeys({ keys: ports.keyRing.current(), now: at }, rotationPolicy(settings))
  const payload = ports.tokenSigner.verify('access', token, keys)
  const claims = payload && readClaims(payload)
  if (!claims || claims.issuer !== settings.issuer) return null
  return {
    authenticated: {
      kind: 'valid',
      claims,
      validUntil: tokenValidUntil(settings, claims),
    },
    validFrom: secondsAfter(claims.issuedAt, -clockSkewSeconds),
  }
}

/** The period around a moment in which the verification of a token stays valid. */
export function verificationPeriod(
  { keyRing }: Pick<Ports, 'keyRing'>,
  settings: AuthSettings,
  at: Date,
): VerificationPeriod {
  const keys = keyRing.current()
  return { keys, ...steadyPeriod({ keys, now: at }, rotationPolicy(settings)) }
}

/**
 * The end of a token's validity. A shorter setting of the lifetime also shortens earlier tokens; a longer one
 * does not extend them (T-38).
 */
export function tokenValidUntil(
  { accessTokenSeconds }: Pick<AuthSettings, 'accessTokenSeconds'>,
  { issuedAt, expiresAt }: Pick<AccessClaims, 'issuedAt' | 'expiresAt'>,
): Date {
  return earlier(expiresAt, secondsAfter(issuedAt, accessTokenSeconds))
}

/** The claims under our own names, or `null` unless every claim is present and has its type (T-35). */
function readClaims(payload: TokenPayload): AccessClaims | null {
  const { role, source, groups, email_verified: emailVerified = null } = payload
  const knownRole = roles.find((known) => known === role)
  const knownSource = clientTypes.find((known) => known === source)
  const complete =
    texts.every((name) => typeof payload[name] === 'string') &&
    times.every((name) => isNumericDate(payload[name])) &&
    Array.isArray(groups) &&
    groups.every((group) => typeof group === 'string')
  if (!complete || !knownRole || !knownSource) return null
  if (emailVerified !== null && typeof emailVerified !== 'boolean') return null

  const text = (name: (typeof texts)[number]) => payload[name] as string
  const time = (name: (typeof times)[number]) => fromNumericDate(payload[name] as number)
  return {
    userId: text('user_id'),
    username: text('username'),
    email: text('email'),
    tenantId: text('tenant_id'),
    tenantName: text('tenant_name'),
    role: knownRole,
    machineRole: text('machine_role'),
    groups,
    identityProviderId: text('identity_provider_id'),
    source: knownSource,
    issuer: text('iss'),
    tokenId: text('jti'),
    sessionId: text('sid'),
    issuedAt: time('iat'),
    expiresAt: time('exp'),
    authTime: time('auth_time'),
    emailVerified,
    ...readOwnClaims(payload),
  }
}

const texts = [
  'user_id',
  'username',
  'email',
  'tenant_id',
  'tenant_name',
  'machine_role',
  'identity_provider_id',
  'iss',
  'jti',
  'sid',
] as const

const times = ['iat', 'exp', 'auth_time'] as const
