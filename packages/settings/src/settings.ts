import type { AuthSettings } from '@gatehouse/auth-core'
import type { Edition } from '@gatehouse/http-api'
import type { PagesSettings } from './pages-settings.ts'

/** All settings of an operator, set or default. Durations are in seconds. */
export interface Settings {
  /** The address and limits of the HTTP server. */
  readonly http: HttpSettings
  /** The settings of the core. */
  readonly auth: AuthSettings
  /** The edition of the interface that is served. */
  readonly edition: Edition
  /** The largest number of logins of one network at once. */
  readonly loginsPerNetwork: number
  /** The database of the records. */
  readonly database: DatabaseSettings
  /** Where passwords are kept. */
  readonly credentialStore: CredentialStoreSettings
  /** The mail server, and the sender of mails. */
  readonly mail: MailSettings
  /** The pages that people sign in with. */
  readonly pages: PagesSettings
  /** The service behind the gateway, and the engine for requests to it. */
  readonly backend: BackendSettings
  /** The runtime sockets of edges: paths, or `host:port`; may be empty. */
  readonly edgeSockets: readonly string[]
  /** The limits of terminals. */
  readonly terminal: TerminalSettings
  /** The location of the master key, and how signing keys change. */
  readonly keys: KeySettings
  /** How client types are recognised. */
  readonly clients: ClientSettings
  /** The external providers to sign in with. */
  readonly oidc: OidcSettings
  /** The number of processes that share the port. */
  readonly workers: number | 'auto'
  /** Whether V8's garbage collector is configured for a gateway. */
  readonly v8Tuning: boolean
  /** The address of the metrics; not set when they are off. */
  readonly metrics?: MetricsSettings | undefined
  /** The log's settings. */
  readonly log: LogSettings
  /** How a gateway goes when it is told to. */
  readonly shutdown: {
    /** Seconds for which requests are still accepted after readiness was turned off. */
    readonly delaySeconds: number
    /** Seconds that requests under way may take to finish. */
    readonly graceSeconds: number
  }
}

/** What is logged, and how. */
export interface LogSettings {
  /** The least serious lines that are logged. */
  readonly level: LogLevel
  /** What a line looks like. */
  readonly format: LogFormat
}

/** JSON for programs, text for eyes; `auto` is text on a terminal and JSON elsewhere. */
export type LogFormat = 'auto' | 'json' | 'text'

/** The lowest level that is logged, in the words of the logger. */
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** The address of the metrics. */
interface MetricsSettings {
  /** See {@link HttpSettings}. */
  readonly host: string
  /** The TCP port; 0 picks a free one. */
  readonly port: number
}

/** The address and limits of the HTTP server. */
export interface HttpSettings {
  /** The host name or IP address to listen on; an IPv6 one without brackets. */
  readonly host: string
  /** The TCP port; 0 picks a free one. */
  readonly port: number
  /** The public origin, without a slash at its end. */
  readonly publicBaseUrl: string
  /** IP addresses and CIDR blocks. */
  readonly trustedProxies: readonly string[]
  /** Hosts, besides the public one, whose requests other proxies may ask about; in lower case. */
  readonly forwardAuthHosts: readonly string[]
  /** The allowed origins, as browsers write them. */
  readonly corsAllowedOrigins: readonly string[]
  /** Where faults are reported: a `mailto:` or `https:` URI. Not set: nowhere that is told. */
  readonly securityContact?: string
  /** The largest body of an authentication route, in bytes. */
  readonly maxBodyBytes: number
  /** The largest header section of a request, in bytes. */
  readonly maxHeaderBytes: number
  /** Seconds that a header section may take to arrive; at most `requestTimeoutSeconds`. */
  readonly headersTimeoutSeconds: number
  /** How long a whole request may take to arrive. */
  readonly requestTimeoutSeconds: number
  /** How fast a client has to send and to read, while it is waited for. */
  readonly clientMinBytesPerSecond: number
  /** How long a connection without a request stays open. */
  readonly keepAliveSeconds: number
  /** The largest number of open connections. */
  readonly maxConnections: number
  /**
   * The largest number of open connections of one network, by the peer's address; this machine and trusted
   * proxies are exempt.
   */
  readonly maxConnectionsPerNetwork: number
}

/** The mail server, and the pages mails link to. */
export interface MailSettings {
  /** The URL of the mail server. Holds a password. */
  readonly url: string
  /** `address` or `Name <address>`. */
  readonly from: string
  /** An address without a fragment. */
  readonly verifyEmailUrl: string
  /** The page that sets a new password; without a fragment. */
  readonly resetPasswordUrl: string
  /** The page that accepts an invitation; without a fragment. */
  readonly invitationUrl: string
  /** The page that reopens an organization; without a fragment. */
  readonly reopenOrganizationUrl: string
}

/** Where records are stored. */
export type DatabaseSettings = { readonly kind: 'sqlite'; readonly file: string } | PostgresSettings

/** A PostgreSQL database, and its time limits. */
export interface PostgresSettings {
  /** Marks PostgreSQL. */
  readonly kind: 'postgres'
  /** The address of the database. Holds a password. */
  readonly url: string
  /** The largest number of connections of one process, besides one for heartbeats. */
  readonly poolSize: number
  /** How long a request waits for a connection. */
  readonly connectSeconds: number
  /** Seconds that a statement may take. */
  readonly statementSeconds: number
  /** Seconds for which a statement waits for locks. */
  readonly lockSeconds: number
}

/** Where passwords are stored. */
export type CredentialStoreSettings = { readonly kind: 'local' } | KeycloakSettings

/** The address of Keycloak, and the account that creates realms there. */
export interface KeycloakSettings {
  /** Marks Keycloak. */
  readonly kind: 'keycloak'
  /** Up to the part before `/realms`, without a slash at its end. */
  readonly url: string
  /** The client of `master` that makes realms. */
  readonly clientId: string
  /** The secret of that client. */
  readonly clientSecret: string
  /** Seconds that a request may take, unless it creates or removes a realm. */
  readonly timeoutSeconds: number
  /** Seconds that creating or removing a realm may take. */
  readonly realmTimeoutSeconds: number
}

/** The service behind the gateway. */
export interface BackendSettings {
  /** An origin, without a slash at its end. */
  readonly url: string
  /** How long it may be silent. */
  readonly timeoutSeconds: number
  /** The largest number of connections to it. */
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

/** The keys for signing and sealing. */
export interface KeySettings {
  /** Set when the operator manages the signing secret. */
  readonly pinned?: PinnedSecret
  /** The master key, 32 bytes. Unless given, a key file is kept under `dataDir`. */
  readonly masterKey?: Uint8Array
  /** Earlier master keys, which only open texts that were sealed with them. */
  readonly previousMasterKeys: readonly Uint8Array[]
  /** The folder of the gateway's own files. */
  readonly dataDir: string
}

/** A signing secret from outside, to be used byte for byte. */
export interface PinnedSecret {
  /** At least 32 bytes. */
  readonly secret: string
  /** The earlier secret, accepted until the given moment, which may have passed. */
  readonly previous?: { readonly secret: string; readonly until: Date }
}

/** The names of the providers, as used in URLs. */
export type ProviderName = 'provider_a' | 'provider_b'

/** The external identity providers. */
export interface OidcSettings {
  /** The providers that are on. */
  readonly providers: readonly OidcProviderSettings[]
  /** The origin of callbacks, without a slash at its end. */
  readonly redirectBaseUrl: string
  /** Whether a provider on this machine may speak plain http. */
  readonly allowHttp: boolean
}

/** One provider, and the gateway's registration there. */
export interface OidcProviderSettings {
  /** The provider's place in the settings and in addresses. */
  readonly name: ProviderName
  /** The issuer, as in its discovery document. */
  readonly issuer: string
  /** `client_id` of the gateway there (RFC 6749, section 2.2). */
  readonly clientId: string
  /** The gateway's client secret there. Secret. */
  readonly clientSecret: string
  /** Entra only: the only directory that people may come from. */
  readonly tenant?: string | undefined
}

/** How client types are recognised by `User-Agent`: product names before the slash. */
interface ClientSettings {
  readonly cliUserAgents: readonly string[]
  readonly vscodeUserAgents: readonly string[]
}
