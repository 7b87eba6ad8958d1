/** What the routes of one's own account, and of links in mails, take and answer. */
import type { User } from './wire.ts'

/** What an invitation says to the person who has its token. */
export interface InvitationAnswer {
  /** What people call the organization. */
  readonly organization: string
  /** Whom the invitation is for. */
  readonly email: string
  /** What the person is called who invited. */
  readonly invited_by: string
  /** `user` or `company_admin`; left out by a service that does not say. */
  readonly role?: string
  /** RFC 3339. */
  readonly expires_at: string
}

/** How an invited person wants to be known. */
export interface Acceptance {
  /** Of the link in the mail. */
  readonly token: string
  /** How colleagues and machines know the person. */
  readonly username: string
  /** For this organization alone. */
  readonly password: string
  /** The first name. */
  readonly first_name: string
  /** The last name. */
  readonly last_name: string
}

/** What the link of a mail confirms. */
export interface VerificationAnswer {
  /** What people call the organization. */
  readonly organization: string
  /** Whose account it is. */
  readonly username: string
  /** The address that is confirmed. */
  readonly email: string
  /** `change_email` when the account has another address until then. */
  readonly purpose?: string
}

/** What confirms an address: a password of one kind or the other, or the account's own token. */
export interface Verification {
  /** Of the link in the mail. */
  readonly token: string
  /** The password of the sign-up: nothing but the address is confirmed. */
  readonly password?: string
  /** A new one: what was set up with the old one ends. */
  readonly new_password?: string
}

/** The account that is signed in. */
export interface Me extends User {
  /** A new address that is not confirmed yet. */
  readonly pending_email?: string | null
}

/** `POST /api/auth/resend-verification` */
export interface ResentAnswer {
  /** Seconds until another mail may be asked for. */
  readonly resend_after: number
}

/** A sign-in that has not ended. */
export interface SessionEntry {
  /** Names it in routes. */
  readonly id: string
  /** `ui`, `cli` or `vscode`. */
  readonly client: string
  /** The network that it came from. */
  readonly network: string
  /** The `User-Agent` of its sign-in; left out where it is not known. */
  readonly user_agent?: string
  /** When it began, in RFC 3339. */
  readonly created_at: string
  /** When it was last used, in RFC 3339. */
  readonly last_seen_at: string
  /** Whether it is the one that asks. */
  readonly current: boolean
}

/** A key for agents, without its text. */
export interface ApiKeyEntry {
  /** `first` for the one that the account began with. */
  readonly id: string
  /** What it is for; may be empty for the first one. */
  readonly name: string
  /** RFC 3339; none where it is not known. */
  readonly created_at: string | null
  /** RFC 3339; none for a key that never ends. */
  readonly expires_at: string | null
  /** RFC 3339; none for a key that was never used. */
  readonly last_used_at: string | null
}

/** A key that has just been made: its text is told this once. */
export interface NewApiKey {
  /** The key itself. Secret. */
  readonly key: string
}
