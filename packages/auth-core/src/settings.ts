import type { Limit } from './ports/rate-limiter.ts'
import type { ClientType } from './records/client.ts'

/** The policies for accounts whose address is not confirmed (`UNCONFIRMED_ACCOUNTS`). */
export const unconfirmedPolicies = ['full', 'no_terminals', 'no_login'] as const

/**
 * What an unconfirmed account may do: nearly everything in its own organization (`full`), that without
 * reaching machines (`no_terminals`), or nothing until it is confirmed (`no_login`).
 */
export type UnconfirmedPolicy = (typeof unconfirmedPolicies)[number]

/** What an operator can set. Every duration is in seconds; all but the floor of a login are whole. */
export interface AuthSettings {
  /** The `iss` claim of every token. */
  readonly issuer: string
  /** Lifetime of an access token; shortening it also shortens those already issued. */
  readonly accessTokenSeconds: number
  /** Lifetime of a session token, which chooses an organization after the login. */
  readonly sessionTokenSeconds: number
  /** No refresh and no session token later than this after the credential was checked. */
  readonly maxSessionSeconds: number
  /** Whether a logout ends the access tokens of its session at once. */
  readonly logoutEndsTokens: boolean
  /** Lifetime of a one-time code. People are told whole minutes, rounded up. */
  readonly otpSeconds: number
  /** Whether new tenants ask browsers for a one-time code. */
  readonly otpDefault: boolean
  /** Client types that are never asked for one. */
  readonly otpExemptClients: readonly ClientType[]
  /**
   * How people come in: they make organizations by themselves, and invite others (`open`); only by
   * an invitation (`invited`); only by the operator's command (`closed`).
   */
  readonly signUp: 'open' | 'invited' | 'closed'
  /** Domains of the addresses that may sign up, in ASCII and lower case; empty: of any. */
  readonly signUpDomains: readonly string[]
  /** What an account may do whose address was never confirmed. */
  readonly unconfirmedAccounts: UnconfirmedPolicy
  /** Lifetime of the link in a mail that resets a password. */
  readonly resetTokenSeconds: number
  /** Lifetime of the link in a mail that confirms an email address. */
  readonly verificationTokenSeconds: number
  /** Lifetime of the link in a mail that invites. */
  readonly invitationSeconds: number
  /** How many accounts of one email a login tries. */
  readonly maxTenantsPerLogin: number
  /** How many credential checks of one login run at the same time. */
  readonly concurrentChecks: number
  /** A login is answered no earlier than this after it arrived (T-19, T-34). */
  readonly loginFloorSeconds: number
  /** A planned key rotation happens this often. */
  readonly keyRotationSeconds: number
  /** The next key is made this long before it signs, so that every replica has it by then. */
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
  /** Only people of one directory, which the operator knows, come in through it. */
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
  /** Mails that ask one address to confirm a sign-up. Beyond them none is sent, silently. */
  readonly signUpMailsPerAddress: Limit
  /** Mails that an account asks for once more: the pause between two. */
  readonly verificationPause: Limit
  /** Mails that accounts ask for once more, to one address. */
  readonly verificationPerAddress: Limit
  /** Mails that invite, sent from one network. */
  readonly invitePerNetwork: Limit
  /** Mails that invite into one organization. */
  readonly invitePerTenant: Limit
  /** Mails that invite one address, into whatever organization. */
  readonly invitePerAddress: Limit
  /** Invitations that are accepted from one network, or tried to. */
  readonly acceptPerNetwork: Limit
  /** Failed logins in a row, one account from one network, before delays begin. */
  readonly loginStreak: Limit
  /** Failed logins of one account over all networks. */
  readonly loginPerAccount: Limit
  /** Failed logins at whatever account. */
  readonly loginPerNetwork: Limit
  /** Logins from one network, right or wrong: a right password is work, too. */
  readonly loginPerNetworkInAll: Limit
  /** Wrong codes in a row, one account from one network, before delays begin. */
  readonly otpStreak: Limit
  /** Wrong codes of one account over all networks. */
  readonly otpPerAccount: Limit
  /** Wrong codes at whatever account. */
  readonly otpPerNetwork: Limit
  /** Requests for a mail that resets a password, for one address. */
  readonly forgotPerAddress: Limit
  /** Such requests, for whatever address. */
  readonly forgotPerNetwork: Limit
  /** Everything else, with or without a token. */
  readonly otherPerNetwork: Limit
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** The defaults, as the documentation lists them. */
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
