import type { AuthSettings } from '@gatehouse/auth-core'
import type { Edition } from './editions.ts'
import type { PagesSettings } from './pages-settings.ts'

/** Everything an operator has set, or left at its default. Durations are in seconds. */
export interface Settings {
  /** Where the gateway listens, and what it takes from clients. */
  readonly http: HttpSettings
  /** What the core goes by. */
  readonly auth: AuthSettings
  /** The edition of the interface that is served. */
  readonly edition: Edition
  /** How many logins of one network may be in flight at once. */
  readonly loginsPerNetwork: number
  /** The database of the records. */
  readonly database: DatabaseSettings
  /** Where passwords are kept. */
  readonly credentialStore: CredentialStoreSettings
  /** The mail server, and whom mails come from. */
  readonly mail: MailSettings
  /** The pages that people sign in with. */
  readonly pages: PagesSettings
  /** The service behind the gateway, and how it is spoken to. */
  readonly backend: BackendSettings
  /** Where terminals are, and how many and how large. */
  readonly terminal: TerminalSettings
  /** Where the master key is, and how signing keys change. */
  readonly keys: KeySettings
  /** How clients are told apart. */
  readonly clients: ClientSettings
  /** The external providers to sign in with. */
  readonly oidc: OidcSettings
  /** How many processes share the port. */
  readonly workers: number | 'auto'
  /** Whether V8's garbage collector is set up for what a gateway does. */
  readonly v8Tuning: boolean
  /** Where the metrics are read; none when they are off. */
  readonly metrics?: MetricsSettings | undefined
  /** What is logged. */
  readonly log: { readonly level: LogLevel }
  /** How a gateway goes when it is told to. */
  readonly shutdown: {
    /** How long requests are still taken after readiness was turned off. */
    readonly delaySeconds: number
    /** How long requests under way may take to finish. */
    readonly graceSeconds: number
  }
}

/** The least serious lines that are logged, in the words of the logger. */
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** Where the metrics are read. */
interface MetricsSettings {
  /** As in {@link HttpSettings}. */
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
}

/** How the gateway is reached. */
export interface HttpSettings {
  /** A host name or an IP address; an IPv6 one without brackets. */
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  /** An origin, without a slash at its end. */
  readonly publicBaseUrl: string
  /** IP addresses and CIDR blocks. */
  readonly trustedProxies: readonly string[]
  /** Origins as browsers write them. */
  readonly corsAllowedOrigins: readonly string[]
  /** Largest body of an authentication route. */
  readonly maxBodyBytes: number
  /** Largest header section of a request. */
  readonly maxHeaderBytes: number
  /** Never more than `requestTimeoutSeconds`. */
  readonly headersTimeoutSeconds: number
  /** How long a whole request may take to arrive. */
  readonly requestTimeoutSeconds: number
  /** How fast a client has to send and to read, while it is waited for. */
  readonly clientMinBytesPerSecond: number
  /** How long a connection without a request stays open. */
  readonly keepAliveSeconds: number
  /** How many may be open at a time. */
  readonly maxConnections: number
  /** By the peer's address; this machine and trusted proxies are exempt. */
  readonly maxConnectionsPerNetwork: number
}

/** The mail server, and the pages mails link to. */
export interface MailSettings {
  /** Holds a password. */
  readonly url: string
  /** `address` or `Name <address>`. */
  readonly from: string
  /** An address without a fragment. */
  readonly verifyEmailUrl: string
  /** An address without a fragment. */
  readonly resetPasswordUrl: string
  /** An address without a fragment. */
  readonly invitationUrl: string
  /** An address without a fragment. */
  readonly reopenOrganizationUrl: string
}

/** Where records are kept. */
export type DatabaseSettings = { readonly kind: 'sqlite'; readonly file: string } | PostgresSettings

/** A PostgreSQL, and how long it may take. */
export interface PostgresSettings {
  /** Tells it from SQLite. */
  readonly kind: 'postgres'
  /** Holds a password. */
  readonly url: string
  /** How many connections a process may open, besides one for signs of life. */
  readonly poolSize: number
  /** How long a request waits for a connection. */
  readonly connectSeconds: number
  /** How long a statement may take. */
  readonly statementSeconds: number
  /** How long a statement waits for the locks of others. */
  readonly lockSeconds: number
}

/** Where passwords are kept. */
export type CredentialStoreSettings = { readonly kind: 'local' } | KeycloakSettings

/** Where Keycloak is, and as whom realms are made there. */
export interface KeycloakSettings {
  /** Tells it from passwords in the database. */
  readonly kind: 'keycloak'
  /** Up to the part before `/realms`, without a slash at its end. */
  readonly url: string
  /** The client of `master` that makes realms. */
  readonly clientId: string
  /** What that client authenticates with. Secret. */
  readonly clientSecret: string
  /** For everything but making or removing a realm. */
  readonly timeoutSeconds: number
  /** For making or removing a realm. */
  readonly realmTimeoutSeconds: number
}

/** What stands behind the gateway. */
interface BackendSettings {
  /** An origin, without a slash at its end. */
  readonly url: string
  readonly timeoutSeconds: number
  readonly maxConnections: number
  /** How many of them one may have. */
  readonly caps: CapSettings
  /** What carries requests there. */
  readonly engine: 'undici' | 'http-proxy-middleware'
}

/** How many of something one may have at once. */
interface CapSettings {
  /** One account. */
  readonly perUser: number
  /** One organization. */
  readonly perTenant: number
  /** One network. */
  readonly perNetwork: number
}

/** What terminals may use; the caps are of open ones. */
interface TerminalSettings extends CapSettings {
  /** Of one message, in either direction. */
  readonly maxPayloadBytes: number
  readonly heartbeatSeconds: number
}

/** What is signed and sealed with. */
export interface KeySettings {
  /** Set when the operator manages the signing secret. */
  readonly pinned?: PinnedSecret
  /** 32 bytes. Without it a key file is kept under `dataDir`. */
  readonly masterKey?: Uint8Array
  /** That only open what was sealed under them. */
  readonly previousMasterKeys: readonly Uint8Array[]
  /** The folder of the gateway's own files. */
  readonly dataDir: string
}

/** A signing secret from outside, to be used byte for byte. */
export interface PinnedSecret {
  /** At least 32 bytes. */
  readonly secret: string
  /** The one before it, accepted until that moment, which may be over. */
  readonly previous?: { readonly secret: string; readonly until: Date }
}

/** The names of the providers, as they stand in addresses. */
export type ProviderName = 'provider_a' | 'provider_b'

/** The external identity providers. */
export interface OidcSettings {
  /** Those that are on. */
  readonly providers: readonly OidcProviderSettings[]
  /** An origin, without a slash at its end. */
  readonly redirectBaseUrl: string
  /** Whether a provider on this machine may speak plain http. */
  readonly allowHttp: boolean
}

/** One provider, and what it knows us as. */
export interface OidcProviderSettings {
  /** The provider's place in the settings and in addresses. */
  readonly name: ProviderName
  /** As in its discovery document. */
  readonly issuer: string
  /** `client_id` of the gateway there (RFC 6749, section 2.2). */
  readonly clientId: string
  /** What the gateway authenticates with there. Secret. */
  readonly clientSecret: string
  /** Entra alone: the one directory people may come from. */
  readonly tenant?: string | undefined
}

/** How programs are known by their `User-Agent`: product names up to the slash. */
interface ClientSettings {
  readonly cliUserAgents: readonly string[]
  readonly vscodeUserAgents: readonly string[]
}
