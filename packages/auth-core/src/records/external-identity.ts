/** The one person at a provider who signs in to an account. */
export interface ExternalIdentity {
  readonly accountId: string
  /** `iss` of the provider's tokens. */
  readonly issuer: string
  /** `sub` of the provider's tokens. */
  readonly subject: string
  /** When they first came. */
  readonly createdAt: Date
}
