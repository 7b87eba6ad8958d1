import type { Clock } from './clock.ts'
import type { CredentialStore } from './credential-store.ts'
import type { DomainToAscii } from './domain-to-ascii.ts'
import type { KeyRingSource } from './key-ring-source.ts'
import type { OidcProvider } from './oidc-provider.ts'
import type { PasswordBlocklist } from './password-blocklist.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { Secrets } from './secrets.ts'
import type { Store } from './store.ts'
import type { TokenSigner } from './token-signer.ts'

/** Everything the core works through. Whoever embeds it supplies one object of these. */
export interface Ports {
  readonly clock: Clock
  readonly store: Store
  readonly credentialStore: CredentialStore
  /** External identity providers by the names they have with us; may be empty. */
  readonly oidcProviders: ReadonlyMap<string, OidcProvider>
  readonly rateLimiter: RateLimiter
  readonly tokenSigner: TokenSigner
  readonly keyRing: KeyRingSource
  readonly secrets: Secrets
  readonly passwordBlocklist: PasswordBlocklist
  /** Whether a code could be mailed now; `false` only while the mail server is known to be down. */
  readonly mailIsUp: () => boolean
  /** Returns so many milliseconds later. A process that ends need not wait for it. */
  readonly sleep: (milliseconds: number) => Promise<void>
  /**
   * The `Replica.id` under which this process notes, every few seconds, that it is alive: when it
   * is killed, others need not wait until what it had begun has run out. Empty if it notes nothing.
   */
  readonly replicaId: string
  /** IDNA: a domain to its A-label form, lower case, or `null` (RFC 5891). */
  readonly domainToAscii: DomainToAscii
}
