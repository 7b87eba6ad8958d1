/** What the configuration of an edge is made of. */
export interface EdgeOptions {
  /** Where it listens: the parameters of HAProxy's `bind`, such as `:443 ssl crt /etc/haproxy/site.pem`. */
  readonly bind: string
  /** The path of its runtime socket, over which gateways push keys. */
  readonly socket: string
  /** The path of its map file; its last part is `mapFileName`. */
  readonly map: string
  /** Where HAProxy's own exporter listens, such as `127.0.0.1:8405`; without it there is none. */
  readonly metrics?: string | undefined
  /** The gateways, each `host:port`; at least one. */
  readonly gateways: readonly string[]
  /** The machine backend, and what of it may be used. */
  readonly backend: EdgeBackend
  /** What access tokens have to say. */
  readonly tokens: EdgeTokens
  /** What clients see, and what they may use. */
  readonly clients: EdgeClients
  /** The problem documents that HAProxy answers with by itself. */
  readonly problems: EdgeProblems
}

/** The machine backend. */
export interface EdgeBackend {
  /** An origin, without a slash at its end. */
  readonly url: string
  /** Seconds that it may be silent. */
  readonly timeoutSeconds: number
  /** The largest number of connections to it. */
  readonly maxConnections: number
  /** How many requests one account, organization or network may have under way here. */
  readonly caps: {
    /** One account. */
    readonly perUser: number
    /** One organization. */
    readonly perTenant: number
    /** One network: an IPv4 address, an IPv6 /64. */
    readonly perNetwork: number
  }
}

/** What access tokens have to say. */
export interface EdgeTokens {
  /** Their `iss`. */
  readonly issuer: string
  /** Seconds after their `iat` in which they count, whatever `exp` says. */
  readonly lifetimeSeconds: number
  /** Whether they have to say that the address of the account is confirmed. */
  readonly onlyConfirmed: boolean
}

/** What clients see, and what they may use. */
export interface EdgeClients {
  /** The protocol that they use. */
  readonly protocol: 'http' | 'https'
  /** The origins whose pages may read answers, as browsers send them. */
  readonly origins: readonly string[]
  /** The largest header section of a request and of an answer, in bytes. */
  readonly maxHeaderBytes: number
  /** Seconds that a header section may take to arrive. */
  readonly headersTimeoutSeconds: number
  /** Seconds that a connection without a request stays open. */
  readonly keepAliveSeconds: number
  /** The largest number of open connections. */
  readonly maxConnections: number
}

/**
 * Problem documents as JSON, by the status that HAProxy answers with; `requestIdMark` stands where the id of the
 * request goes.
 */
export type EdgeProblems = Readonly<Record<400 | 408 | 500 | 502 | 503 | 504, string>>

/** Stands for the id of a request in `EdgeProblems`. */
export const requestIdMark = 'REQUEST_ID'

/** The last part of the path of every map file: gateways find the map of an edge by it. */
export const mapFileName = 'gatehouse-edge.map'
