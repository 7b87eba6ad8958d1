import type { Requester } from '../records/client.ts'

/** The token of a verification mail, and one thing that says what is to become of the account. */
export interface VerifyEmailCommand {
  /** As the mail has it. */
  readonly token: string
  /** The password of the sign-up: nothing but the address changes. */
  readonly password?: string | undefined
  /** Replaces a password that the person does not know. */
  readonly newPassword?: string | undefined
  /** An access token of the same account: nothing but the address changes. Counts without a password. */
  readonly accessToken?: string | undefined
  /** Who asks. */
  readonly from: Requester
}

/** The address is confirmed. */
export interface EmailVerified {
  /** Says which outcome this is. */
  readonly kind: 'email_verified'
  /** As the person gave it. */
  readonly email: string
}
