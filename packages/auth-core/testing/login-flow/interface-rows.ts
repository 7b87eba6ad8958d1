import type { EventKind, LoginEffect, StateKind } from '../../src/login/machine-types.ts'
import type { Case, Scenario } from './ask-machine.ts'

/** One row of "States and transitions" in the interface document, with the machine's step for it. */
export type InterfaceRow = InterfaceWords & (StepOfRow | NoStep)

/** The columns State, Trigger, Condition and Next state, word for word. */
interface InterfaceWords {
  readonly state: string
  readonly trigger: string
  readonly condition: string
  readonly next: string
}

/** The step of the machine that a row speaks of. */
interface StepOfRow {
  readonly from: StateKind
  readonly event: EventKind
  /** Whether the row's condition holds. */
  readonly holds: (scenario: Scenario) => boolean
  /** The state after the row's step; `refused` stays in its state. */
  readonly to: StateKind | 'refused'
  readonly effects: readonly LoginEffect['kind'][]
}

/** A row that describes no step of the machine. */
interface NoStep {
  readonly event: null
  /** Why the row holds without a step. */
  readonly because: string
}

const always = () => true
const one = ({ tenants }: Scenario) => tenants === 'one'
const several = ({ tenants }: Scenario) => tenants === 'several'
const none = ({ tenants }: Scenario) => tenants === 'none'
const offered = ({ chosen }: Scenario) => chosen === 'offered'
const asked = ({ client, otp }: Scenario) => client === 'ui' && otp === 'on'

/** All rows, in the order of the interface document. */
export const interfaceRows: readonly InterfaceRow[] = [
  {
    state: 'Unauthenticated',
    trigger: 'POST login',
    condition: 'valid credentials, one tenant, and client is `cli`/`vscode` or OTP disabled',
    next: 'Authenticated',
    from: 'unauthenticated',
    event: 'password_verified',
    holds: (scenario) => one(scenario) && !asked(scenario),
    to: 'authenticated',
    effects: ['open_session'],
  },
  {
    state: 'Unauthenticated',
    trigger: 'POST login',
    condition: 'valid credentials, one tenant, client `ui`, OTP enabled',
    next: 'OTP pending',
    from: 'unauthenticated',
    event: 'password_verified',
    holds: (scenario) => one(scenario) && asked(scenario),
    to: 'otp_pending',
    effects: ['send_otp'],
  },
  {
    state: 'Unauthenticated',
    trigger: 'POST login',
    condition: 'valid credentials, user belongs to several tenants',
    next: 'Tenant selection pending',
    from: 'unauthenticated',
    event: 'password_verified',
    holds: several,
    to: 'tenant_selection',
    effects: [],
  },
  {
    state: 'Tenant selection pending',
    trigger: 'POST select-tenant',
    condition: 'valid session_token and tenant_id; client `cli`/`vscode` or OTP disabled',
    next: 'Authenticated',
    from: 'tenant_selection',
    event: 'tenant_chosen',
    holds: (scenario) => offered(scenario) && !asked(scenario),
    to: 'authenticated',
    effects: ['open_session'],
  },
  {
    state: 'Tenant selection pending',
    trigger: 'POST select-tenant',
    condition: 'valid session_token and tenant_id; client `ui`, OTP enabled',
    next: 'OTP pending',
    from: 'tenant_selection',
    event: 'tenant_chosen',
    holds: (scenario) => offered(scenario) && asked(scenario),
    to: 'otp_pending',
    effects: ['send_otp'],
  },
  {
    state: 'OTP pending',
    trigger: 'POST verify-otp',
    condition: 'username and correct 6-digit code',
    next: 'Authenticated',
    from: 'otp_pending',
    event: 'otp_accepted',
    holds: always,
    to: 'authenticated',
    effects: ['open_session'],
  },
  {
    state: 'Authenticated',
    trigger: 'POST refresh',
    condition: 'presented token not expired',
    next: 'Authenticated',
    from: 'authenticated',
    event: 'refresh_requested',
    holds: ({ session }) => session === 'good',
    to: 'authenticated',
    effects: ['renew_token'],
  },
  {
    state: 'Authenticated',
    trigger: 'POST logout',
    condition: 'valid Bearer token',
    next: 'Authenticated token still usable until its own expiry',
    from: 'authenticated',
    event: 'logout_requested',
    holds: always,
    to: 'logged_out',
    effects: ['end_session'],
  },
  {
    state: 'Authenticated',
    trigger: 'token reaches exp',
    condition: '',
    next: 'Unauthenticated',
    event: null,
    because: 'no step: a token that has expired is refused before the machine is asked',
  },
  {
    state: 'Unauthenticated',
    trigger: 'POST forgot-password',
    condition: 'any email',
    next: 'Reset pending (if an account exists)',
    from: 'unauthenticated',
    event: 'reset_requested',
    holds: (scenario) => !none(scenario),
    to: 'reset_pending',
    effects: ['send_reset_mail'],
  },
  {
    state: 'Reset pending',
    trigger: 'POST reset-password',
    condition: 'valid reset_token, not older than 30 minutes',
    next: 'password updated',
    from: 'reset_pending',
    event: 'reset_token_accepted',
    holds: always,
    to: 'unauthenticated',
    effects: ['change_password'],
  },
  {
    state: 'Unauthenticated',
    trigger: 'OAuth2 callback',
    condition: 'provider email matches an existing account, one organization',
    next: 'Authenticated',
    from: 'unauthenticated',
    event: 'provider_verified',
    holds: one,
    to: 'authenticated',
    effects: ['open_session'],
  },
  {
    state: 'Unauthenticated',
    trigger: 'OAuth2 callback',
    condition: 'email matches accounts in several organizations',
    next: 'Tenant selection pending',
    from: 'unauthenticated',
    event: 'provider_verified',
    holds: several,
    to: 'tenant_selection',
    effects: [],
  },
  {
    state: 'Unauthenticated',
    trigger: 'OAuth2 callback',
    condition: 'no account for the email',
    next: 'Unauthenticated',
    from: 'unauthenticated',
    event: 'provider_verified',
    holds: none,
    to: 'refused',
    effects: [],
  },
]

/** The answers that belong to a row of the interface document; none for a row without a step. */
export function casesOf(row: InterfaceRow, cases: readonly Case[]): readonly Case[] {
  if (row.event === null) return []
  return cases.filter(
    ({ scenario }) =>
      scenario.from === row.from && scenario.event === row.event && row.holds(scenario),
  )
}
