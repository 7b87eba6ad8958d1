import { rightsOf } from '../account/rights-of.ts'
import { countAgainst } from '../limits/throttle.ts'
import { firstKeyOf } from '../me/api-keys.ts'
import type { FoundApiKey } from '../ports/api-key-repository.ts'
import type { Ports } from '../ports/ports.ts'
import { isActive } from '../records/account.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import type { AccessClaims, Authenticated } from '../tokens/access-claims.ts'
import { authenticate } from '../tokens/access-token.ts'
import { createMachineVerifier } from '../tokens/machine-verifier.ts'
import { createKeyUses } from './key-uses.ts'

/** What a backend asks about a token that it was shown (RFC 7662, section 2.1). */
export interface IntrospectQuery {
  /** The token: an API key, an access token, or any other text. Secret. */
  readonly token: string
  /** What the backend proves itself with: `AuthSettings.introspectionSecret`. Secret. */
  readonly secret: string
  /** The backend, not the agent that showed the token. */
  readonly from: Requester
}

/** Who a token stands for. Of an API key as our records have them now, of an access token as it says. */
export type TokenHolder = Pick<
  AccessClaims,
  'userId' | 'username' | 'email' | 'tenantId' | 'tenantName' | 'role' | 'machineRole' | 'groups'
>

/** What an API key is, without its text. */
export interface ActiveApiKey {
  /** Tells it from an access token. */
  readonly type: 'api_key'
  /** As in the list of keys: `first` for the first one of an account. */
  readonly id: string
  /** What the person calls it. */
  readonly name: string
  /** When it was made; the first one is as old as its account. */
  readonly issuedAt: Date
  /** It is not accepted at or after this moment; `null` while it has no end. */
  readonly expiresAt: Date | null
}

/** What an access token is. */
export interface ActiveAccessToken {
  /** Tells it from an API key. */
  readonly type: 'access_token'
  /** `jti`. */
  readonly id: string
  /** `iat`. */
  readonly issuedAt: Date
  /** The earlier of its `exp` and its `iat` plus the lifetime configured now. */
  readonly expiresAt: Date
}

/** The token leads to machines now. */
export interface TokenActive {
  /** Says which outcome this is. */
  readonly kind: 'token_active'
  /** Who it stands for. */
  readonly holder: TokenHolder
  /** What it is. */
  readonly token: ActiveApiKey | ActiveAccessToken
}

/** The token leads to no machine. That is all there is to tell (RFC 7662, section 2.2). */
export interface TokenInactive {
  /** Says which outcome this is. */
  readonly kind: 'token_inactive'
}

/** What is told of a token, or why nothing is. */
export type Introspected = TokenActive | TokenInactive | Refused

/**
 * Tells a backend whether an API key or an access token leads to machines now, and whose it is
 * (`POST /api/auth/introspect`). A key is checked by our records alone: what ends it ends it at once, on
 * every replica. An access token is checked as the proxy does. The use of a key is noted in the
 * background.
 *
 * Only wrong secrets are counted, so that no other caller can use up what the backend may ask.
 *
 * Refusals: `not_found` while no secret is set; `token_invalid` for a wrong one; `rate_limited` for too
 * many of those.
 */
export function createIntrospection(
  ports: Ports,
  settings: AuthSettings,
): (query: IntrospectQuery) => Promise<Introspected> {
  const noteUse = createKeyUses(ports)
  const verifier = createMachineVerifier(
    {
      authenticate: (token, at = ports.clock.now()) => authenticate(ports, settings, { token, at }),
    },
    settings,
  )
  return async ({ token, secret, from }) => {
    const notAsked = await refuseCaller(ports, settings, { secret, from })
    if (notAsked) return notAsked
    const checked = verifier.authenticate(token, from.receivedAt)
    if (checked.kind === 'valid') return describeAccessToken(checked)
    // What was signed by us is a token, if not a good one, and no key.
    if (checked.refusal !== 'token_invalid') return inactive
    const now = ports.clock.now()
    const found = await ports.store.transaction((tx) => tx.apiKeys.findByText(token, now))
    if (!found || !isUsable(settings, found)) return inactive
    noteUse(found, now)
    return describeKey(found)
  }
}

const inactive: TokenInactive = { kind: 'token_inactive' }

/** Compares hashes, which are equally long: the time tells nothing of the secret. */
async function refuseCaller(
  { rateLimiter, secrets }: Pick<Ports, 'rateLimiter' | 'secrets'>,
  { introspectionSecret, limits }: Pick<AuthSettings, 'introspectionSecret' | 'limits'>,
  { secret, from }: Pick<IntrospectQuery, 'secret' | 'from'>,
): Promise<Refused | null> {
  if (introspectionSecret === '') return refused('not_found')
  if (secrets.equal(secrets.hash(secret), secrets.hash(introspectionSecret))) return null
  const tooMany = await countAgainst(rateLimiter, [[limits.otherPerNetwork, from.network]])
  return tooMany ?? refused('token_invalid')
}

function isUsable(
  settings: Pick<AuthSettings, 'unconfirmedAccounts'>,
  { account, tenant }: FoundApiKey,
): boolean {
  return isActive({ account, tenant }) && rightsOf(settings, account).usesApiKey
}

function describeKey({ key, account, tenant }: FoundApiKey): TokenActive {
  const { id, name, createdAt: issuedAt, expiresAt } = key ?? firstKeyOf(account)
  return {
    kind: 'token_active',
    holder: {
      userId: account.id,
      username: account.username,
      email: account.email,
      tenantId: tenant.id,
      tenantName: tenant.name,
      role: account.role,
      machineRole: account.machineRole,
      groups: account.groups,
    },
    token: { type: 'api_key', id, name, issuedAt, expiresAt },
  }
}

function describeAccessToken({ claims, validUntil }: Authenticated): TokenActive {
  return {
    kind: 'token_active',
    holder: claims,
    token: {
      type: 'access_token',
      id: claims.tokenId,
      issuedAt: claims.issuedAt,
      expiresAt: validUntil,
    },
  }
}
