/** The kinds of program a person signs in with; the `source` claim of the interface document. */
export const clientTypes = ['ui', 'cli', 'vscode'] as const

/** A browser (`ui`), the command line (`cli`) or the editor extension (`vscode`). */
export type ClientType = (typeof clientTypes)[number]

/** Who asks, as far as the transport can tell. The same for every use case. No secret. */
export interface Requester {
  /** What the request itself looks like; a session token may narrow it to `ui` again. */
  readonly client: ClientType
  /** The caller's network as limits count it: an IPv4 address, or the /64 of an IPv6 one. */
  readonly network: string
  /** For the audit log only; shortened by the transport. Never decides anything here. */
  readonly userAgent: string
  /** Joins the audit record to the log lines of one request. */
  readonly requestId: string
  /** When the request arrived: expiry is checked once, at this moment. */
  readonly receivedAt: Date
  /** Whether the caller is gone, read whenever work for it would begin. An `AbortSignal` is one. */
  readonly signal?: { readonly aborted: boolean } | undefined
}
