import type { AuthSettings, LiveKeyRing } from '@gatehouse/auth-core'
import type { Ports, RateLimiter } from '@gatehouse/auth-core/ports'
import type {
  ClosableMailer,
  OpenCredentials,
  OpenRecords,
  RefreshableProvider,
  Tools,
} from './adapters.ts'
import type { OnEvent } from './announce-events.ts'
import type { Observers } from './observers.ts'

/** The adapters, open. */
export interface GatehouseParts extends Tools {
  /** Our own records. */
  readonly records: OpenRecords
  /** The store of passwords. */
  readonly credentials: OpenCredentials
  /** Counts attempts, in place of what is beside the records; not set for that. */
  readonly rateLimiter?: RateLimiter | undefined
  /** Hands mails over. */
  readonly mailer: ClosableMailer
  /** The identity providers, by their names; may be empty. */
  readonly providers: ReadonlyMap<string, RefreshableProvider>
}

/** What the composition goes by. */
export interface CompositionOptions {
  /** The settings of the core, all of them. */
  readonly settings: AuthSettings
  /** Wrappers that measure. */
  readonly observe?: Observers | undefined
  /** The keys that sign, in place of those in the records. */
  readonly openKeyRing?: (ports: Pick<Ports, 'clock' | 'secrets' | 'store'>) => LiveKeyRing
  /** Further claims of the host, for every token. */
  readonly ownClaims?: Ports['ownClaims']
  /** Gets what has happened. */
  readonly onEvent?: OnEvent | undefined
  /** How many logins of one network may wait or be under way; the core's bound unless given. */
  readonly loginsPerNetwork?: number | undefined
}
