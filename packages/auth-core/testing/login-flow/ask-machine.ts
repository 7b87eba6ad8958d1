import { unreachable } from '../../src/lib/unreachable.ts'
import { transition } from '../../src/login/machine.ts'
import type {
  EventKind,
  LoginContext,
  LoginEffect,
  LoginEvent,
  LoginState,
  StateKind,
} from '../../src/login/machine-types.ts'
import type { Membership } from '../../src/records/account.ts'
import { type ClientType, clientTypes } from '../../src/records/client.ts'
import type { Refusal } from '../../src/refusal.ts'
import { createMembership } from './create-membership.ts'
import { createSession } from './create-session.ts'

/** How many tenants the password, the provider or the session token opened. */
export const tenantCounts = ['none', 'one', 'several'] as const

const choices = ['offered', 'not offered'] as const
const sessions = ['good', 'over', 'disabled'] as const

/** A question to the machine. */
export interface Scenario {
  /** The state that the client is in. */
  readonly from: StateKind
  /** What happens. */
  readonly event: EventKind
  /** Only for `tenant_chosen`: whether the chosen tenant is among the offered ones. */
  readonly chosen: (typeof choices)[number] | null
  /** Only for `refresh_requested`: whether the session has lasted too long, or may not act any more. */
  readonly session: (typeof sessions)[number] | null
  /** The number of tenants that the client's proof opens. */
  readonly tenants: (typeof tenantCounts)[number]
  /** The client type of the whole login. */
  readonly client: ClientType
  /** Whether the tenant asks browsers for a one-time code. */
  readonly otp: 'on' | 'off'
}

/** The answer of the machine. */
export type Answer =
  | { readonly to: StateKind; readonly effects: readonly LoginEffect[]; readonly refusal: null }
  | { readonly to: null; readonly refusal: Refusal }

/** A question with its answer. */
export interface Case {
  /** The question. */
  readonly scenario: Scenario
  /** The answer of the machine. */
  readonly answer: Answer
}

const states = [
  'unauthenticated',
  'tenant_selection',
  'otp_pending',
  'authenticated',
  'logged_out',
  'reset_pending',
] as const satisfies readonly StateKind[]

const events = [
  'password_verified',
  'provider_verified',
  'tenant_chosen',
  'resend_requested',
  'otp_accepted',
  'refresh_requested',
  'logout_requested',
  'reset_requested',
  'reset_token_accepted',
] as const satisfies readonly EventKind[]

/** Asks the machine everything: each state, event, count of tenants, client and OTP setting. */
export function askMachine(): readonly Case[] {
  return states
    .flatMap((from) => events.flatMap((event) => scenariosOf(from, event)))
    .flatMap((scenario) => {
      const answer = ask(scenario)
      return answer ? [{ scenario, answer }] : []
    })
}

function scenariosOf(from: StateKind, event: EventKind): readonly Scenario[] {
  return (event === 'tenant_chosen' ? choices : [null]).flatMap((chosen) =>
    (event === 'refresh_requested' ? sessions : [null]).flatMap((session) =>
      tenantCounts.flatMap((tenants) =>
        (['on', 'off'] as const).flatMap((otp) =>
          clientTypes.map((client) => ({ from, event, chosen, session, tenants, client, otp })),
        ),
      ),
    ),
  )
}

/** @returns `null` when the question makes no sense, or the machine knows no such step. */
function ask(scenario: Scenario): Answer | null {
  const count = tenantCounts.indexOf(scenario.tenants)
  const otpEnabled = scenario.otp === 'on'
  const memberships = ['acme', 'globex']
    .slice(0, count)
    .map((tenantId) => createMembership(tenantId, { otpEnabled }))
  const state = stateOf(scenario.from, memberships)
  const event = eventOf(scenario, memberships)
  if (!state || !event) return null
  const context: LoginContext = { client: scenario.client, otpExempt: ['cli', 'vscode'] }
  try {
    const step = transition(state, event, context)
    if (!step.ok) return { to: null, refusal: step.refusal }
    return { to: step.state.kind, effects: step.effects, refusal: null }
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

function stateOf(kind: StateKind, offered: readonly Membership[]): LoginState | null {
  switch (kind) {
    case 'tenant_selection':
      return { kind, offered }
    case 'otp_pending': {
      const [chosen] = offered
      return chosen ? { kind, chosen, offered } : null
    }
    case 'authenticated':
      return { kind, session: createSession() }
    case 'unauthenticated':
    case 'logged_out':
    case 'reset_pending':
      return { kind }
    default:
      return unreachable(kind)
  }
}

function eventOf(
  { event: kind, chosen, session }: Scenario,
  memberships: readonly Membership[],
): LoginEvent | null {
  switch (kind) {
    case 'tenant_chosen': {
      const tenantId = chosen === 'offered' ? memberships.at(-1)?.tenant.id : 'elsewhere'
      return tenantId ? { kind, tenantId } : null
    }
    case 'refresh_requested': {
      const membership = session === 'disabled' ? undefined : createMembership('acme')
      return { kind, membership, isOver: session === 'over' }
    }
    case 'password_verified':
    case 'provider_verified':
    case 'reset_requested':
      return { kind, memberships }
    case 'resend_requested':
    case 'otp_accepted':
    case 'logout_requested':
    case 'reset_token_accepted':
      return { kind }
    default:
      return unreachable(kind)
  }
}
