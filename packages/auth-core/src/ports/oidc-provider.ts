/** The values kept from an authorization request until its callback. All are secret. */
export interface OidcTransaction {
  /** `state` (RFC 6749, section 4.1.1). */
  readonly state: string
  /** `nonce` (OpenID Connect Core 1.0, section 3.1.2.1). */
  readonly nonce: string
  /** `code_verifier` (RFC 7636, section 4.1). */
  readonly codeVerifier: string
}

/** The address to send a browser to (RFC 6749, section 4.1.1), and the values to keep meanwhile. */
export interface AuthorizationRequest {
  /** An absolute address at the provider. */
  readonly redirectTo: string
  /** The values to give to `finish`, with the query of the callback. */
  readonly transaction: OidcTransaction
}

/** The claims of a valid ID token, as they stand in it. The core checks them. */
export interface OidcIdentity {
  /** `iss` (OpenID Connect Core 1.0, section 2), unchanged. */
  readonly issuer: string
  /**
   * Entra's issuer for all directories, with `{tenantid}` where `issuer` names the person's own;
   * `null` of a provider that has one issuer.
   */
  readonly issuerTemplate: string | null
  /** `sub`: never another person's at this issuer. */
  readonly subject: string
  /** `email`; `undefined` where it is absent. */
  readonly email: unknown
  /** `email_verified`; `undefined` where it is absent. */
  readonly emailVerified: unknown
  /**
   * `xms_edov`: Entra's word on whether the owner of the domain confirmed the address; `undefined` of
   * every other provider, whatever its token says.
   */
  readonly xmsEdov: unknown
  /** The person's directory, where the provider names one: Entra's `tid`, Google's `hd`. */
  readonly directory: string | null
}

/**
 * The result of a callback.
 *
 * - `identified`: a person signed in.
 * - `cancelled`: the person declined, or the provider did so for them.
 * - `rejected`: the callback proves nothing.
 */
export type OidcAnswer =
  | {
      /** The kind of this answer. */
      readonly kind: 'identified'
      /** Who signed in. */
      readonly identity: OidcIdentity
    }
  | {
      /** The kind of this answer. */
      readonly kind: 'cancelled'
    }
  | {
      /** The kind of this answer. */
      readonly kind: 'rejected'
      /** A snake_case word of ours, never the provider's text. */
      readonly reason: string
    }

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
  /** Makes an authorization request. Every call uses new values. */
  start(): Promise<AuthorizationRequest>

  /**
   * Redeems the callback of a browser, and checks all of it against the transaction.
   *
   * @param query The query of the callback as received, without the question mark.
   */
  finish(query: string, transaction: OidcTransaction): Promise<OidcAnswer>
}
