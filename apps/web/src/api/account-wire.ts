/** The requests and answers of the routes for one's own account and for links in mails. */
import type { User } from './wire.ts'

/** What an invitation says to the person who has its token. */
export interface InvitationAnswer {
  /** The display name of the organization. */
  readonly organization: string
  /** The invited address. */
  readonly email: string
  /** The name of the inviter. */
  readonly invited_by: string
  /** `user` or `company_admin`; not set by a service that does not send it. */
  readonly role?: string
  /** When it expires, in RFC 3339. */
  readonly expires_at: string
}

/** The details of a person who accepts an invitation. */
export interface Acceptance {
  /** The token from the link in the mail. */
  readonly token: string
  /** The username that the person chooses. */
  readonly username: string
  /** The password, for this organization only. */
  readonly password: string
  /** The first name. */
  readonly first_name: string
  /** The last name. */
  readonly last_name: string
}

/** Whose password the link of a reset mail sets. */
export interface ResetAnswer {
  /** The display name of the organization. */
  readonly organization: string
  /** The username of the account. */
  readonly username: string
  /** The address of the account. */
  readonly email: string
}

/** What the link of a verification mail is about. */
export interface VerificationAnswer {
  /** The display name of the organization. */
  readonly organization: string
  /** The username of the account. */
  readonly username: string
  /** The address that is confirmed. */
  readonly email: string
  /** `change_email` for a new address of the account. */
  readonly purpose?: string
}

/** The proof for confirming an address: the old password, a new one, or the account's own token. */
export interface Verification {
  /** The token from the link in the mail. */
  readonly token: string
  /** The password of the sign-up: only the address is confirmed. */
  readonly password?: string
  /** A new password: everything that was opened with the old one ends. */
  readonly new_password?: string
}

/** The account of the signed-in person. */
export interface Me extends User {
  /** A new address that is not confirmed yet. */
  readonly pending_email?: string | null
}

/** `POST /api/auth/resend-verification` */
export interface ResentAnswer {
  /** Seconds until another mail can be requested. */
  readonly resend_after: number
}

/** A session that goes on. */
export interface SessionEntry {
  /** The id in the paths of routes. */
  readonly id: string
  /** `ui`, `cli` or `vscode`. */
  readonly client: string
  /** The network of its sign-in. */
  readonly network: string
  /** The `User-Agent` of its sign-in; not set where it is unknown. */
  readonly user_agent?: string
  /** When it began, in RFC 3339. */
  readonly created_at: string
  /** When it was last used, in RFC 3339. */
  readonly last_seen_at: string
  /** Whether it is the session of this request. */
  readonly current: boolean
}

/** A key for agents, without its text. */
export interface ApiKeyEntry {
  /** The id; `first` for the key that the account started with. */
  readonly id: string
  /** The name of the key; may be empty for the first one. */
  readonly name: string
  /** When it was created, in RFC 3339; `null` where it is unknown. */
  readonly created_at: string | null
  /** When it expires, in RFC 3339; `null` for a key that does not expire. */
  readonly expires_at: string | null
  /** When it was last used, in RFC 3339; `null` for a key that was never used. */
  readonly last_used_at: string | null
}

/** A new key, with its text, which is shown only once. */
export interface NewApiKey {
  /** The key itself. Secret. */
  readonly key: string
}
