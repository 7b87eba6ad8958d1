/**
 * The refusals that each event in the life of an account can get. `never` means that the event is never
 * refused.
 */
export interface Refuses {
  /** Never refused. */
  readonly signed_up: never
  /** Never refused. */
  readonly created: never
  /** The address has an account, or an invitation. */
  readonly invited: 'already_member'
  /** The address has an account, or its invitation is no longer open. */
  readonly invitation_accepted: 'already_member' | 'invitation_invalid'
  /** Never refused. */
  readonly invitation_ended: never
  /** The account is disabled or removed. */
  readonly confirmed: 'verification_token_invalid'
  /** The account is disabled or removed, or already active. */
  readonly claimed: 'verification_token_invalid'
  /** The account is disabled or removed. */
  readonly password_reset: 'reset_token_invalid'
  /** It is gone. */
  readonly disabled: 'not_found'
  /** It is gone. */
  readonly enabled: 'not_found'
  /** It is gone. */
  readonly removed: 'not_found'
  /** Never refused. */
  readonly expired: never
}

/** A reason to refuse a step. */
export type LifeRefusal = Refuses[keyof Refuses]
