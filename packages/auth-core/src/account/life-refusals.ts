/** Why each event in the life of an account may be refused. What is `never` always happens. */
export interface Refuses {
  /** Always happens. */
  readonly signed_up: never
  /** Always happens. */
  readonly created: never
  /** The address has an account, or an invitation. */
  readonly invited: 'already_member'
  /** It has an account, or no invitation any more. */
  readonly invitation_accepted: 'already_member' | 'invitation_invalid'
  /** Always happens. */
  readonly invitation_ended: never
  /** The account is kept out. */
  readonly confirmed: 'verification_token_invalid'
  /** The account is kept out, or has an owner. */
  readonly claimed: 'verification_token_invalid'
  /** The account is kept out. */
  readonly password_reset: 'reset_token_invalid'
  /** It is gone. */
  readonly disabled: 'not_found'
  /** It is gone. */
  readonly enabled: 'not_found'
  /** It is gone. */
  readonly removed: 'not_found'
  /** Always happens. */
  readonly expired: never
}

/** Why a step is refused. */
export type LifeRefusal = Refuses[keyof Refuses]
