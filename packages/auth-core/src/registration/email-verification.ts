import type { Requester } from '../records/client.ts'

/** The token of a verification mail, and one further proof or choice. */
export interface VerifyEmailCommand {
  /** The token from the mail. */
  readonly token: string
  /** The password of the sign-up: only the address changes. */
  readonly password?: string | undefined
  /** A new password, in place of one that the person does not know. */
  readonly newPassword?: string | undefined
  /** An access token of the same account: only the address changes. Used when no password is given. */
  readonly accessToken?: string | undefined
  /** The client that sent the request. */
  readonly from: Requester
}

/** The address is confirmed. */
export interface EmailVerified {
  /** The kind of this outcome. */
  readonly kind: 'email_verified'
  /** The address as the person typed it. */
  readonly email: string
}
