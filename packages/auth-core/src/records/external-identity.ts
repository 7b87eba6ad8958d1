/** The one identity at a provider that signs in to an account (OpenID Connect Core 1.0, section 2). */
export interface ExternalIdentity {
  /** The account it opens. */
  readonly accountId: string
  /** `iss` of the provider's tokens. */
  readonly issuer: string
  /** `sub` of the provider's tokens. */
  readonly subject: string
  /** When the person first signed in with it. */
  readonly createdAt: Date
}
