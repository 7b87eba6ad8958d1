import type { Role } from './account.ts'
import type { LoweredProtection } from './protection.ts'

/** Every mail that the service sends, with the values for its text. The mailer writes the text. */
export type Mail = WrittenMail &
  (
    | VerifyEmailMail
    | OtpMail
    | PasswordResetMail
    | PasswordChangedMail
    | PasswordDoubtfulMail
    | AccountClaimedMail
    | ProtectionLoweredMail
    | InvitationMail
    | EmailChangeMail
    | EmailChangeRequestedMail
    | EmailChangedMail
    | OrganizationClosingMail
  )

/** What every mail has. */
interface WrittenMail {
  /** The language of the text, as a tag (RFC 5646); the mailer's own where it is unknown or not set. */
  readonly language?: string | undefined
}

/** Carries the link that confirms an address. */
interface VerifyEmailMail {
  /** The kind of this mail. */
  readonly kind: 'verify_email'
  /** The account's address as the person gave it. */
  readonly to: string
  /** First name, for the salutation. */
  readonly firstName: string
  /** `Tenant.name`. */
  readonly organization: string
  /** `Account.username`; not set in mails that an earlier release stored. */
  readonly username?: string
  /** The one-time token of the link. Secret. */
  readonly token: string
  /** The link works until then; mails from before this release do not say it. */
  readonly expiresAt?: Date
}

/** Carries a one-time code. */
interface OtpMail {
  /** The kind of this mail. */
  readonly kind: 'otp'
  /** The account's address as the person gave it. */
  readonly to: string
  /** `Tenant.name`. */
  readonly organization: string
  /** Six ASCII digits. Secret. */
  readonly code: string
  /** Whole minutes for which the code is valid. */
  readonly minutes: number
}

/** Carries a link for each account of an address. */
interface PasswordResetMail {
  /** The kind of this mail. */
  readonly kind: 'password_reset'
  /** The address as the person gave it. */
  readonly to: string
  /** Minutes for which the links are valid. */
  readonly minutes: number
  /** One entry for each account of the address; the person chooses. */
  readonly accounts: readonly {
    /** `Tenant.name`. */
    readonly organization: string
    /** `Account.username`. */
    readonly username: string
    /** The one-time token of the link. Secret. */
    readonly token: string
  }[]
}

/** Tells the owner of an account about a change. Holds no secret. */
interface AccountNewsMail {
  /** The account's address as the person gave it. */
  readonly to: string
  /** `Tenant.name`. */
  readonly organization: string
  /** `Account.username`. */
  readonly username: string
  /** When the change happened. */
  readonly at: Date
}

/** A reset has set a new password. */
interface PasswordChangedMail extends AccountNewsMail {
  /** The kind of this mail. */
  readonly kind: 'password_changed'
}

/** A new password was being set, and it is not known whether it holds. */
interface PasswordDoubtfulMail extends AccountNewsMail {
  /** Says which mail this is. */
  readonly kind: 'password_doubtful'
}

/** The owner of the address came through a provider; what was handed out before is void. */
interface AccountClaimedMail extends AccountNewsMail {
  /** The kind of this mail. */
  readonly kind: 'account_claimed'
}

/** Tells an administrator that a protection of their organization was lowered. Holds no secret. */
interface ProtectionLoweredMail {
  /** The kind of this mail. */
  readonly kind: 'protection_lowered'
  /** The administrator's address as typed. */
  readonly to: string
  /** `Tenant.name`. */
  readonly organization: string
  /** `Account.username` of the administrator who lowered it. */
  readonly username: string
  /** The lowered protections; at least one. */
  readonly what: readonly LoweredProtection[]
  /** When the change happened. */
  readonly at: Date
}

/** Carries the link that accepts an invitation. */
interface InvitationMail {
  /** The kind of this mail. */
  readonly kind: 'invitation'
  /** The invited address as the administrator typed it. */
  readonly to: string
  /** `Tenant.name`. */
  readonly organization: string
  /** First and last name of the inviter. */
  readonly invitedBy: string
  /** The role of the new member. */
  readonly role: Role
  /** The token of the link. Secret. */
  readonly token: string
  /** When the link stops working. */
  readonly expiresAt: Date
}

/** Carries the link that confirms a new address of an account. Sent to the new address. */
interface EmailChangeMail {
  /** The kind of this mail. */
  readonly kind: 'email_change'
  /** The new address as the person typed it. */
  readonly to: string
  /** `Tenant.name`. */
  readonly organization: string
  /** `Account.username`. */
  readonly username: string
  /** The one-time token of the link. Secret. */
  readonly token: string
  /** The link works until then. */
  readonly expiresAt: Date
}

/** A change of the account's address was requested. Sent to the current address. */
interface EmailChangeRequestedMail extends AccountNewsMail {
  /** The kind of this mail. */
  readonly kind: 'email_change_requested'
}

/** The address of the account was changed. Sent to the old address. */
interface EmailChangedMail extends AccountNewsMail {
  /** The kind of this mail. */
  readonly kind: 'email_changed'
}

/** Tells an administrator that their organization was closed, with a link that takes it back. */
interface OrganizationClosingMail {
  /** The kind of this mail. */
  readonly kind: 'organization_closing'
  /** The administrator's address as typed. */
  readonly to: string
  /** `Tenant.name`. */
  readonly organization: string
  /** `Account.username` of the administrator who closed it. */
  readonly username: string
  /** When the organization is removed. */
  readonly closesAt: Date
  /** The one-time token of the link. Secret. */
  readonly token: string
}

/**
 * A mail that waits for delivery. It is stored in the transaction that causes it, and is sent at least once
 * or given up.
 */
export interface OutboxEntry {
  /** Becomes part of the Message-ID. */
  readonly id: string
  /** The mail to send. */
  readonly mail: Mail
  /** `Account.id` of the account that it concerns, for counting; empty when it concerns several. */
  readonly accountId: string
  /** When it was added. */
  readonly createdAt: Date
  /** The mail is not sent at or after this moment; `null` when it stays useful. */
  readonly notAfter: Date | null
  /** Attempts to deliver it so far. */
  readonly attempts: number
  /** The next attempt is not before this moment. */
  readonly dueAt: Date
}
