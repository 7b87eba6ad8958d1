import type { Account } from '../records/account.ts'
import type { PasswordAdmission } from './admission.ts'
import type { Clock } from './clock.ts'
import type { CredentialStore } from './credential-store.ts'
import type { DomainToAscii } from './domain-to-ascii.ts'
import type { EndedSource } from './ended-source.ts'
import type { KeyRingSource } from './key-ring-source.ts'
import type { OidcProvider } from './oidc-provider.ts'
import type { PasswordBlocklist } from './password-blocklist.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { Secrets } from './secrets.ts'
import type { Store } from './store.ts'
import type { TokenSigner } from './token-signer.ts'

/**
 * Everything that the core needs: the ports, which adapters implement, and the {@link HostEnvironment}. The
 * host supplies one object with all of them.
 *
 * `Mailer` is not among them: use cases add mails to the outbox of the `store`, and `createMailDelivery`
 * takes the mailer.
 */
export interface Ports extends HostEnvironment {
  /** The time of day. */
  readonly clock: Clock
  /** Our own records, in transactions. */
  readonly store: Store
  /** Passwords and groups, a realm for each tenant. */
  readonly credentialStore: CredentialStore
  /** External identity providers, by their names in the settings; may be empty. */
  readonly oidcProviders: ReadonlyMap<string, OidcProvider>
  /** Counts operations in windows of time. */
  readonly rateLimiter: RateLimiter
  /** Signs and verifies JWTs. */
  readonly tokenSigner: TokenSigner
  /** The signing keys this process knows. */
  readonly keyRing: KeyRingSource
  /** The endings that this process knows, of sessions whose tokens have not expired. */
  readonly endings: EndedSource
  /** Random values and keyed digests. */
  readonly secrets: Secrets
  /** The most common passwords. */
  readonly passwordBlocklist: PasswordBlocklist
}

/** What a host is told of an account when it adds claims. */
export interface ClaimSubject
  extends Pick<
    Account,
    | 'email'
    | 'emailVerified'
    | 'firstName'
    | 'groups'
    | 'lastName'
    | 'machineRole'
    | 'role'
    | 'username'
  > {
  /** `Account.id`. */
  readonly userId: string
  /** `Tenant.id`. */
  readonly tenantId: string
  /** `Tenant.name`. */
  readonly tenantName: string
}

/** Values and plain functions of the host that are not ports: they have no adapter and no contract. */
export interface HostEnvironment {
  /**
   * A value. The `Replica.id` of this process, whose heartbeats it records every few seconds. After a kill,
   * other processes take over its work without waiting for leases to run out. Empty if it records no
   * heartbeats.
   */
  readonly replicaId: string
  /**
   * Decides which requests may have passwords checked and set, and in which order. Made by `createAdmission`,
   * once in each process.
   */
  readonly admission: PasswordAdmission
  /** A timer. Resolves so many milliseconds later. A process that ends need not wait for it. */
  readonly sleep: (milliseconds: number) => Promise<void>
  /** A probe. Whether a code could be mailed now; `false` only while the mail server is known to be down. */
  readonly mailIsUp: () => boolean
  /** A conversion, which the language lacks: IDNA (RFC 5891). */
  readonly domainToAscii: DomainToAscii
  /**
   * Further claims for the tokens of an account, of the host's own; not set without any. Asked for each token, also
   * by a refresh, inside a transaction that may run again: it has no effect and waits for nothing. Names of ours
   * and of the RFCs are taken. What it throws fails the request.
   */
  readonly ownClaims?: (person: ClaimSubject) => Readonly<Record<string, unknown>>
}
