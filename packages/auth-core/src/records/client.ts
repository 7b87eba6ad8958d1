/** The kinds of program a person signs in with; the `source` claim of the interface document. */
export const clientTypes = ['ui', 'cli', 'vscode'] as const

/** A browser (`ui`), the command line (`cli`) or the editor extension (`vscode`). */
export type ClientType = (typeof clientTypes)[number]

/**
 * The client that sent the request, as far as the transport knows it. The same for every use case. Holds no
 * secret.
 */
export interface Requester {
  /** The client type by the request's headers; a session token may narrow it to `ui`. */
  readonly client: ClientType
  /** The network of the client for limits: an IPv4 address, or the /64 of an IPv6 address. */
  readonly network: string
  /** For the audit log only; shortened by the transport. No decision depends on it. */
  readonly userAgent: string
  /**
   * The language that the client asks for, as a tag that mails are written in (RFC 5646); not set when it asks
   * for none of them.
   */
  readonly language?: string | undefined
  /** Joins the audit record to the log lines of one request. */
  readonly requestId: string
  /** When the request arrived: expiry is checked once, at this moment. */
  readonly receivedAt: Date
  /** Tells whether the client is gone; read before each piece of work starts. An `AbortSignal` fits. */
  readonly signal?: { readonly aborted: boolean } | undefined
}
