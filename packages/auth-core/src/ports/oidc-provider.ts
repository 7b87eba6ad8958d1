/** What must be kept from one person's way to a provider until they are back. All of it is secret. */
export interface OidcTransaction {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** Where a person is sent, and what is kept meanwhile. */
export interface AuthorizationRequest {
  /** An absolute address at the provider. */
  readonly redirectTo: string
  readonly transaction: OidcTransaction
}

/** Whom a provider vouches for. Claims are as its token has them: nobody has judged them yet. */
export interface OidcIdentity {
  /** `iss` (OpenID Connect Core 1.0, section 2), as it stands in the token. */
  readonly issuer: string
  /** `sub`: never another person's at this issuer. */
  readonly subject: string
  readonly email: unknown
  readonly emailVerified: unknown
  /** Entra's word on whether the owner of the domain confirmed the address. */
  readonly xmsEdov: unknown
  /** The directory the person belongs to, where the provider names one: Entra's `tid`, Google's `hd`. */
  readonly directory: string | null
}

/** What became of somebody's way to a provider. */
export type OidcAnswer =
  | { readonly kind: 'identified'; readonly identity: OidcIdentity }
  /** They, or the provider for them, said no. */
  | { readonly kind: 'cancelled' }
  /** What came back proves nothing. The reason is a snake_case word of ours, never the provider's text. */
  | { readonly kind: 'rejected'; readonly reason: string }

/**
 * Signs people in at one OpenID Connect provider: authorization code flow (RFC 6749, section 4.1)
 * with PKCE (RFC 7636), `state` and `nonce`.
 *
 * Both methods throw a {@link PortError} `oidc_provider` when the provider cannot be reached, does
 * not answer in time, does not accept this service as its client, or breaks the protocol.
 *
 * Contract: `oidcProviderContract` in `@gatehouse/auth-core/contracts`.
 */
export interface OidcProvider {
  /** Begins: each call with values of its own. */
  start(): Promise<AuthorizationRequest>

  /**
   * Redeems what the browser came back with, and checks all of it against the transaction.
   *
   * @param query The query of the callback as it came, without the question mark.
   */
  finish(query: string, transaction: OidcTransaction): Promise<OidcAnswer>
}
