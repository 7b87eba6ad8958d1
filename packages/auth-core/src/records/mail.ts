import type { Role } from './account.ts'
import type { LoweredProtection } from './protection.ts'

/** Every mail the service sends, with what its text needs. Rendering is the mailer's. */
export type Mail =
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

/** Carries the link that confirms an address. */
interface VerifyEmailMail {
  /** Says which mail this is. */
  readonly kind: 'verify_email'
  /** The account's address as the person gave it. */
  readonly to: string
  /** For the salutation. */
  readonly firstName: string
  /** `Tenant.name`. */
  readonly organization: string
  /** `Account.username`; mails from before this release have none. */
  readonly username?: string
  /** The one-time token of the link. Secret. */
  readonly token: string
  /** The link works until then; mails from before this release do not say it. */
  readonly expiresAt?: Date
}

/** Carries a one-time code. */
interface OtpMail {
  /** Says which mail this is. */
  readonly kind: 'otp'
  /** The account's address as the person gave it. */
  readonly to: string
  /** `Tenant.name`. */
  readonly organization: string
  /** Six ASCII digits. Secret. */
  readonly code: string
  /** Whole minutes for which the code is good. */
  readonly minutes: number
}

/** Carries a link for each account of an address. */
interface PasswordResetMail {
  /** Says which mail this is. */
  readonly kind: 'password_reset'
  /** The address as the person gave it. */
  readonly to: string
  /** Minutes for which the links are good. */
  readonly minutes: number
  /** One for each account of the address; the person picks. */
  readonly accounts: readonly {
    /** `Tenant.name`. */
    readonly organization: string
    /** `Account.username`. */
    readonly username: string
    /** The one-time token of the link. Secret. */
    readonly token: string
  }[]
}

/** Tells the owner of an account what has become of it. Holds no secret. */
interface AccountNewsMail {
  /** The account's address as the person gave it. */
  readonly to: string
  /** `Tenant.name`. */
  readonly organization: string
  /** `Account.username`. */
  readonly username: string
  /** When it was done. */
  readonly at: Date
}

/** A reset has set a new password. */
interface PasswordChangedMail extends AccountNewsMail {
  /** Says which mail this is. */
  readonly kind: 'password_changed'
}

/** A new password was being set, and it is not known whether it holds. */
interface PasswordDoubtfulMail extends AccountNewsMail {
  /** Says which mail this is. */
  readonly kind: 'password_doubtful'
}

/** The owner of the address came through a provider; what was handed out before is void. */
interface AccountClaimedMail extends AccountNewsMail {
  /** Says which mail this is. */
  readonly kind: 'account_claimed'
}

/** Tells an administrator that another lowered what protects their organization. Holds no secret. */
interface ProtectionLoweredMail {
  /** Says which mail this is. */
  readonly kind: 'protection_lowered'
  /** The administrator's address as they gave it. */
  readonly to: string
  /** `Tenant.name`. */
  readonly organization: string
  /** `Account.username` of who did it. */
  readonly username: string
  /** At least one. */
  readonly what: readonly LoweredProtection[]
  /** When it was done. */
  readonly at: Date
}

/** Carries the link that accepts an invitation. */
interface InvitationMail {
  /** Says which mail this is. */
  readonly kind: 'invitation'
  /** The invited address as the administrator gave it. */
  readonly to: string
  /** `Tenant.name`. */
  readonly organization: string
  /** First and last name of who invites. */
  readonly invitedBy: string
  /** What the person will be. */
  readonly role: Role
  /** The token of the link. Secret. */
  readonly token: string
  /** The link works until then. */
  readonly expiresAt: Date
}

/** Carries the link that gives an account another address. It goes to that address. */
interface EmailChangeMail {
  /** Says which mail this is. */
  readonly kind: 'email_change'
  /** The new address as the person gave it. */
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

/** The account is to have another address. It goes to the present one. */
interface EmailChangeRequestedMail extends AccountNewsMail {
  /** Says which mail this is. */
  readonly kind: 'email_change_requested'
}

/** The account has another address. It goes to the one that it had. */
interface EmailChangedMail extends AccountNewsMail {
  /** Says which mail this is. */
  readonly kind: 'email_changed'
}

/** Tells an administrator that their organization was closed, with a link that takes it back. */
interface OrganizationClosingMail {
  /** Says which mail this is. */
  readonly kind: 'organization_closing'
  /** The administrator's address as they gave it. */
  readonly to: string
  /** `Tenant.name`. */
  readonly organization: string
  /** `Account.username` of who did it. */
  readonly username: string
  /** When everything is removed. */
  readonly closesAt: Date
  /** The one-time token of the link. Secret. */
  readonly token: string
}

/** A mail on its way. It is stored with what caused it, and leaves at least once or is given up. */
export interface OutboxEntry {
  /** Becomes part of the Message-ID. */
  readonly id: string
  /** What is to be sent. */
  readonly mail: Mail
  /** Whom it concerns, for counting; empty when it concerns several. */
  readonly accountId: string
  /** When it was added. */
  readonly createdAt: Date
  /** Not delivered at or after this moment; `null` when it stays useful. */
  readonly notAfter: Date | null
  /** Deliveries tried so far. */
  readonly attempts: number
  /** Not tried before this moment. */
  readonly dueAt: Date
}
