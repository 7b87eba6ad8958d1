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
 * Everything the core works through: the ports, which adapters implement, and the host's own
 * {@link HostEnvironment}. The host supplies one object of all of them.
 *
 * `Mailer` is not among them. No use case sends a mail: it adds one to the outbox of the `store`,
 * and `createMailDelivery` takes the mailer.
 */
export interface Ports extends HostEnvironment {
  /** The time of day. */
  readonly clock: Clock
  /** Our own records, in transactions. */
  readonly store: Store
  /** Passwords and groups, a realm for each tenant. */
  readonly credentialStore: CredentialStore
  /** External identity providers by the names they have with us; may be empty. */
  readonly oidcProviders: ReadonlyMap<string, OidcProvider>
  /** Counts operations in windows of time. */
  readonly rateLimiter: RateLimiter
  /** Signs and verifies JWTs. */
  readonly tokenSigner: TokenSigner
  /** The signing keys this process knows. */
  readonly keyRing: KeyRingSource
  /** What this process knows to have ended before its tokens expired. */
  readonly endings: EndedSource
  /** Random values and keyed digests. */
  readonly secrets: Secrets
  /** The most common passwords. */
  readonly passwordBlocklist: PasswordBlocklist
}

/** What is no port but a value or a plain function of the host: it has no adapter and no contract. */
export interface HostEnvironment {
  /**
   * A value. The `Replica.id` under which this process notes, every few seconds, that it is alive.
   * When it is killed, other processes need not wait until what it had begun has run out. Empty if
   * it notes nothing.
   */
  readonly replicaId: string
  /**
   * Who may have passwords checked and set, and whose turn it is. Made by `createAdmission`,
   * once a process.
   */
  readonly admission: PasswordAdmission
  /** A timer. Resolves so many milliseconds later. A process that ends need not wait for it. */
  readonly sleep: (milliseconds: number) => Promise<void>
  /** A probe. Whether a code could be mailed now; `false` only while the mail server is known to be down. */
  readonly mailIsUp: () => boolean
  /** A conversion, which the language lacks: IDNA (RFC 5891). */
  readonly domainToAscii: DomainToAscii
}
