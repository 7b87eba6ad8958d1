import type {
  Clock,
  CredentialStore,
  Mailer,
  OidcProvider,
  RateLimiter,
  Secrets,
  Store,
} from '@gatehouse/auth-core/ports'
import type { PasswordConcurrency } from './open-admission.ts'
import type { WorkLog } from './work-log.ts'

/** What adapters are opened with. */
export interface Tools {
  /** The time that everything goes by. */
  readonly clock: Clock
  /** Gets what adapters have to tell. */
  readonly log: WorkLog
}

/** Our own records, open, with the tables of this release. */
export interface OpenRecords {
  /** The records. */
  readonly store: Store
  /** The same records over a connection that requests do not keep busy. */
  readonly vitalStore: Store
  /** Counts attempts. */
  readonly rateLimiter: RateLimiter
  /** Random values, and digests under the master key. */
  readonly secrets: Secrets
  /** Names the master key that seals. */
  readonly sealsWith: string
  /** Whether no other process works on the records, so that unfinished work is really abandoned. */
  readonly isAlone: boolean
  /** The passwords that are kept beside the records. */
  localCredentials(): OpenCredentials
  /** Seconds by which this machine's clock is ahead of the records'. @throws {PortError} `store` */
  readSkew(): Promise<number>
  /** Adds the missing hashes to API keys that an older release stored. @throws {PortError} `store` */
  fillApiKeyHashes(): Promise<void>
  /** Called after the first write. @throws {Error} When the records may not be used, as they are being moved. */
  assertUsable(): Promise<void>
  /** Closes everything that was opened. */
  close(): Promise<void>
}

/** Records that are open for reading alone. */
export type ReadableRecords = Pick<OpenRecords, 'close' | 'store'>

/** The store of passwords, and how it is kept. */
export interface OpenCredentials {
  /** The port. */
  readonly credentialStore: CredentialStore
  /** How much it can be asked at once. */
  readonly concurrency: PasswordConcurrency
  /** Removes the remains of sign-ups that were given up. @throws {PortError} */
  purgeCredentialStore(): Promise<void>
}

/** A mailer that may hold connections. */
export interface ClosableMailer extends Mailer {
  /** Closes them; what is under way is abandoned. */
  close?(): Promise<void>
}

/** A provider that may have cached data, which grows old. */
export interface RefreshableProvider extends OidcProvider {
  /** Loads the data again if that is due. @throws {PortError} `oidc_provider` */
  refresh?(): Promise<void>
}
