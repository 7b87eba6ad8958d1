import type { MailOf } from '../src/rendered-mail.ts'

/** Tokens and codes that no other text contains. */
export const secrets = {
  token: 'q3Vx0kz8bJw2m1Yv9cF7dT4nRs6LpE5hUaGiKoXyZ_A',
  otherToken: 'Zz9_Token-of-the-second-account-0123456789a',
  code: '042917',
}

/** Where the links of the samples lead. */
export const links = {
  verifyEmail: (token: string) => `https://id.example/verify-email?a=1&token=${token}`,
  resetPassword: (token: string) => `https://id.example/reset-password#token=${token}`,
  invitation: (token: string) => `https://id.example/invitation#token=${token}`,
  reopenOrganization: (token: string) => `https://id.example/reopen-organization#token=${token}`,
}

/** A mail to confirm an address. */
export const verifyMail: MailOf<'verify_email'> = {
  kind: 'verify_email',
  to: 'Ada@example.com',
  firstName: 'Ada',
  organization: 'analytical-engines',
  username: 'ada',
  token: secrets.token,
  expiresAt: new Date('2030-02-02T09:05:59Z'),
}

/** A mail with a code. */
export const otpMail: MailOf<'otp'> = {
  kind: 'otp',
  to: 'ada@example.com',
  organization: 'analytical-engines',
  code: secrets.code,
  minutes: 5,
}

/** A mail with links to new passwords, for two accounts. */
export const resetMail: MailOf<'password_reset'> = {
  kind: 'password_reset',
  to: 'ada@example.com',
  minutes: 30,
  accounts: [
    { organization: 'analytical-engines', username: 'ada', token: secrets.token },
    { organization: 'difference-works', username: 'countess', token: secrets.otherToken },
  ],
}

/** A mail that tells of a new password. */
export const changedMail: MailOf<'password_changed'> = {
  kind: 'password_changed',
  to: 'ada@example.com',
  organization: 'analytical-engines',
  username: 'ada',
  at: new Date('2030-01-31T09:05:59Z'),
}

/** A mail that tells of a password that may be new. */
export const doubtfulMail: MailOf<'password_doubtful'> = {
  ...changedMail,
  kind: 'password_doubtful',
}

/** A mail that tells of a first sign-in through a provider. */
export const claimedMail: MailOf<'account_claimed'> = { ...changedMail, kind: 'account_claimed' }

/** A mail that tells of lowered protection. */
export const loweredMail: MailOf<'protection_lowered'> = {
  ...changedMail,
  kind: 'protection_lowered',
  what: ['codes_off', 'session_lengthened'],
}

/** A mail that invites. */
export const invitationMail: MailOf<'invitation'> = {
  kind: 'invitation',
  to: 'bob@example.com',
  organization: 'analytical-engines',
  invitedBy: 'Ada Lovelace',
  role: 'user',
  token: secrets.token,
  expiresAt: new Date('2030-02-07T09:05:59Z'),
}

/** A mail to a new address. */
export const emailChangeMail: MailOf<'email_change'> = {
  kind: 'email_change',
  to: 'Ada.Lovelace@example.com',
  organization: 'analytical-engines',
  username: 'ada',
  token: secrets.token,
  expiresAt: new Date('2030-02-02T09:05:59Z'),
}

/** A mail that tells of a new address that is asked for. */
export const emailChangeRequestedMail: MailOf<'email_change_requested'> = {
  ...changedMail,
  kind: 'email_change_requested',
}

/** A mail that tells of a new address. */
export const emailChangedMail: MailOf<'email_changed'> = { ...changedMail, kind: 'email_changed' }

/** A mail that tells of an organization that was closed. */
export const closingMail: MailOf<'organization_closing'> = {
  kind: 'organization_closing',
  to: 'ada@example.com',
  organization: 'analytical-engines',
  username: 'ada',
  closesAt: new Date('2030-01-31T09:05:59Z'),
  token: secrets.token,
}

/** One mail of each kind. */
export const everyKind = [
  verifyMail,
  otpMail,
  resetMail,
  changedMail,
  doubtfulMail,
  claimedMail,
  loweredMail,
  invitationMail,
  emailChangeMail,
  emailChangeRequestedMail,
  emailChangedMail,
  closingMail,
]
