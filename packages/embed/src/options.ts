import type {
  CredentialStore,
  HostEnvironment,
  Mailer,
  RateLimiter,
} from '@gatehouse/auth-core/ports'
import type { OnError } from './error-log.ts'
import type { SettingChanges } from './merge-settings.ts'
import type { HttpOptions } from './mount-routes.ts'
import type {
  ClosableMailer,
  OpenCredentials,
  OpenRecords,
  ReadableRecords,
  RefreshableProvider,
  Tools,
} from './parts/adapters.ts'
import type { OnEvent } from './parts/announce-events.ts'

/** Records that are not open yet: what `memory`, `sqlite` and `postgres` return. */
export interface RecordsPart {
  /** Opens them, with the tables of this release. @throws {Error} When they cannot be used. */
  open(tools: Tools): Promise<OpenRecords>
  /**
   * Opens them beside the process that they belong to: makes and changes nothing. Not there when only one process
   * can have them.
   *
   * @throws {Error} When there are none, or not with the tables of this release.
   */
  openToRead?(tools: Tools): Promise<ReadableRecords>
}

/** A store of passwords that is not open yet: what `keycloak` returns. */
export interface CredentialsPart {
  /** Opens it beside the records. @throws {TypeError} When it cannot be kept beside them. */
  open(records: OpenRecords, tools: Tools): OpenCredentials
}

/** A mailer that is not open yet: what `smtp` returns. */
export interface MailerPart {
  /** Opens it; it sends nothing yet. */
  open(tools: Tools): ClosableMailer
}

/** What `openGatehouse` is made of. */
export interface GatehouseOptions {
  /** Where accounts, sessions, mails and counters are kept: `memory()`, `sqlite()` or `postgres()`. */
  readonly records: RecordsPart
  /** Where passwords are checked: `keycloak()` or a port of your own; beside the records unless given. */
  readonly credentials?: CredentialsPart | CredentialStore
  /** What sends mails: `smtp()`, `printMails()` or a port of your own. */
  readonly mailer: MailerPart | ClosableMailer
  /** A port of your own that counts attempts, which you close; beside the records unless given. */
  readonly rateLimiter?: RateLimiter
  /** The identity providers, such as `oidc()`, by the names that the use cases know them by. */
  readonly providers?: Readonly<Record<string, RefreshableProvider>>
  /** The settings that differ from `defaultSettings`. */
  readonly settings?: SettingChanges
  /** How the routes are mounted: `Gatehouse.node` and `fetch`. */
  readonly http?: HttpOptions
  /** Further claims for tokens, of your own: see `HostEnvironment.ownClaims`. */
  readonly ownClaims?: NonNullable<HostEnvironment['ownClaims']>
  /** Gets what has happened, after it was committed. */
  readonly onEvent?: OnEvent
  /** Gets what goes wrong besides requests: failed jobs, lost connections, clocks that are wrong. */
  readonly onError: OnError
}

/** Whether a mailer is open already. */
export function isMailer(mailer: GatehouseOptions['mailer']): mailer is Mailer {
  return 'prepare' in mailer
}

/** Whether a store of passwords is open already. */
export function isCredentialStore(
  credentials: NonNullable<GatehouseOptions['credentials']>,
): credentials is CredentialStore {
  return 'checkPassword' in credentials
}
