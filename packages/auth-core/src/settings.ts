import type { Limit } from './ports/rate-limiter.ts'
import type { ClientType } from './records/client.ts'

/** The policies for accounts whose address is not confirmed (`UNCONFIRMED_ACCOUNTS`). */
export const unconfirmedPolicies = ['full', 'no_terminals', 'no_login'] as const

/**
 * What an unconfirmed account may do: nearly everything in its own organization (`full`), that without
 * reaching machines (`no_terminals`), or nothing until it is confirmed (`no_login`).
 */
export type UnconfirmedPolicy = (typeof unconfirmedPolicies)[number]

/** The settings of the operator. Every duration is in seconds, and whole except `loginFloorSeconds`. */
export interface AuthSettings {
  /** The `iss` claim of every token. */
  readonly issuer: string
  /** Lifetime of an access token; a shorter value also shortens tokens that were issued before. */
  readonly accessTokenSeconds: number
  /** Lifetime of a session token, which chooses an organization after the login. */
  readonly sessionTokenSeconds: number
  /** Seconds after a credential check in which sessions can be refreshed and session tokens are valid. */
  readonly maxSessionSeconds: number
  /** Whether a logout ends the access tokens of its session at once. */
  readonly logoutEndsTokens: boolean
  /** Lifetime of a one-time code. People see whole minutes, rounded up. */
  readonly otpSeconds: number
  /** Whether new tenants ask browsers for a one-time code. */
  readonly otpDefault: boolean
  /** Client types that are never asked for a one-time code. */
  readonly otpExemptClients: readonly ClientType[]
  /**
   * How people become members. `open`: by founding organizations and by invitations. `invited`: only by
   * invitations. `closed`: only by the operator's command.
   */
  readonly signUp: 'open' | 'invited' | 'closed'
  /** Domains of the addresses that may sign up, in ASCII and lower case; empty: of any. */
  readonly signUpDomains: readonly string[]
  /** The policy for accounts with an unconfirmed address. */
  readonly unconfirmedAccounts: UnconfirmedPolicy
  /** Lifetime of the link in a mail that resets a password. */
  readonly resetTokenSeconds: number
  /** Lifetime of the link in a mail that confirms an email address. */
  readonly verificationTokenSeconds: number
  /** Lifetime of the link in a mail that invites. */
  readonly invitationSeconds: number
  /** The largest number of accounts of one email that a login tries. */
  readonly maxTenantsPerLogin: number
  /** The largest number of credential checks of one login that run at once. */
  readonly concurrentChecks: number
  /** The shortest time from the arrival of a login to its answer (T-19, T-34). */
  readonly loginFloorSeconds: number
  /** The period of planned key rotations. */
  readonly keyRotationSeconds: number
  /** How long before its start the next key is made, so that every replica knows it by then. */
  readonly keyLeadSeconds: number
  /** What is trusted of each OIDC provider's addresses, by its name; of others nothing. */
  readonly oidcEmailTrust: Readonly<Record<string, EmailTrust>>
  /** What a backend proves itself with when it asks about a token; empty: none may ask. Secret. */
  readonly introspectionSecret: string
  /** How long entries of the audit log are kept. */
  readonly auditRetentionSeconds: number
  /** How often each thing may be tried. */
  readonly limits: Limits
}

/** What an operator trusts of a provider that does not say whether an address was confirmed. */
export interface EmailTrust {
  /** Whether only people of one directory, which the operator knows, can sign in through the provider. */
  readonly directoryPinned: boolean
  /** The addresses in that directory are trusted. Means nothing unless it is pinned. */
  readonly trustEmail: boolean
}

/** How often each thing may be tried. `PerNetwork` counts by the requester's network. */
export interface Limits {
  /** Sign-ups from one network. */
  readonly signUpPerNetwork: Limit
  /** Sign-ups from everywhere. */
  readonly signUpOverall: Limit
  /** Mails that ask one address to confirm a sign-up. Beyond the limit no mail is sent, without an error. */
  readonly signUpMailsPerAddress: Limit
  /** Verification mails that an account requests again: the pause between two. */
  readonly verificationPause: Limit
  /** Verification mails that accounts request again, to one address. */
  readonly verificationPerAddress: Limit
  /** Invitation mails sent from one network. */
  readonly invitePerNetwork: Limit
  /** Invitation mails of one organization. */
  readonly invitePerTenant: Limit
  /** Invitation mails to one address, for all organizations. */
  readonly invitePerAddress: Limit
  /** Attempts to accept invitations from one network. */
  readonly acceptPerNetwork: Limit
  /** Failed logins in a row, one account from one network, before delays begin. */
  readonly loginStreak: Limit
  /** Failed logins at one account from all networks. */
  readonly loginPerAccount: Limit
  /** Failed logins from one network at all accounts. */
  readonly loginPerNetwork: Limit
  /** Logins from one network, right or wrong: a right password is work, too. */
  readonly loginPerNetworkInAll: Limit
  /** Wrong codes in a row, one account from one network, before delays begin. */
  readonly otpStreak: Limit
  /** Wrong codes at one account from all networks. */
  readonly otpPerAccount: Limit
  /** Wrong codes from one network at all accounts. */
  readonly otpPerNetwork: Limit
  /** Requests for a reset mail, for one address. */
  readonly forgotPerAddress: Limit
  /** Requests for a reset mail from one network, for all addresses. */
  readonly forgotPerNetwork: Limit
  /** All other requests, with or without a token. */
  readonly otherPerNetwork: Limit
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** The default settings, as documented. */
export const defaultSettings: AuthSettings = {
  issuer: 'gatehouse',
  accessTokenSeconds: day,
  sessionTokenSeconds: 15 * minute,
  maxSessionSeconds: 30 * day,
  logoutEndsTokens: false,
  otpSeconds: 5 * minute,
  otpDefault: false,
  otpExemptClients: ['cli', 'vscode'],
  signUp: 'open',
  signUpDomains: [],
  unconfirmedAccounts: 'full',
  resetTokenSeconds: 30 * minute,
  verificationTokenSeconds: 7 * day,
  invitationSeconds: 7 * day,
  maxTenantsPerLogin: 20,
  concurrentChecks: 4,
  loginFloorSeconds: 0.5,
  keyRotationSeconds: 90 * day,
  keyLeadSeconds: hour,
  oidcEmailTrust: {},
  introspectionSecret: '',
  auditRetentionSeconds: 400 * day,
  limits: {
    signUpPerNetwork: { name: 'sign_up_network', points: 60, seconds: hour },
    signUpOverall: { name: 'sign_up_overall', points: 300, seconds: minute },
    signUpMailsPerAddress: { name: 'sign_up_mails_address', points: 3, seconds: day },
    verificationPause: { name: 'verification_pause', points: 1, seconds: minute },
    verificationPerAddress: { name: 'verification_address', points: 5, seconds: day },
    invitePerNetwork: { name: 'invite_network', points: 100, seconds: hour },
    invitePerTenant: { name: 'invite_tenant', points: 200, seconds: day },
    invitePerAddress: { name: 'invite_address', points: 5, seconds: day },
    acceptPerNetwork: { name: 'accept_network', points: 60, seconds: hour },
    loginStreak: { name: 'login_streak', points: 10, seconds: day },
    loginPerAccount: { name: 'login_account', points: 50, seconds: hour },
    loginPerNetwork: { name: 'login_network', points: 200, seconds: 15 * minute },
    loginPerNetworkInAll: { name: 'login_network_in_all', points: 2000, seconds: 15 * minute },
    otpStreak: { name: 'otp_streak', points: 10, seconds: day },
    otpPerAccount: { name: 'otp_account', points: 50, seconds: day },
    otpPerNetwork: { name: 'otp_network', points: 200, seconds: 15 * minute },
    forgotPerAddress: { name: 'forgot_address', points: 5, seconds: hour },
    forgotPerNetwork: { name: 'forgot_network', points: 60, seconds: hour },
    otherPerNetwork: { name: 'other_network', points: 600, seconds: minute },
  },
}
