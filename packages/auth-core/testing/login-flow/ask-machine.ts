import {
  type EventKind,
  type LoginContext,
  type LoginEffect,
  type LoginEvent,
  type LoginState,
  type StateKind,
  transition,
} from '../../src/login/machine.ts'
import type { Membership } from '../../src/records/account.ts'
import { type ClientType, clientTypes } from '../../src/records/client.ts'
import type { Refusal } from '../../src/refusal.ts'
import { createMembership } from './create-membership.ts'

/** How many tenants the password, the provider or the session token opened. */
export const tenantCounts = ['none', 'one', 'several'] as const

/** One question to the machine. */
export interface Scenario {
  readonly from: StateKind
  readonly event: EventKind
  /** Only for `tenant_chosen`: whether the chosen tenant is among the offered ones. */
  readonly chosen: 'offered' | 'not offered' | null
  readonly tenants: (typeof tenantCounts)[number]
  readonly client: ClientType
  readonly otp: 'on' | 'off'
}

/** What the machine answered. */
export type Answer =
  | { readonly to: StateKind; readonly effects: readonly LoginEffect[]; readonly refusal: null }
  | { readonly to: null; readonly refusal: Refusal }

/** A question with its answer. */
export interface Case {
  readonly scenario: Scenario
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
  'otp_accepted',
  'refresh_requested',
  'logout_requested',
  'token_expired',
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
  const choices = event === 'tenant_chosen' ? (['offered', 'not offered'] as const) : [null]
  return choices.flatMap((chosen) =>
    tenantCounts.flatMap((tenants) =>
      (['on', 'off'] as const).flatMap((otp) =>
        clientTypes.map((client) => ({ from, event, chosen, tenants, client, otp })),
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
  if (kind === 'tenant_selection') return { kind, offered }
  if (kind !== 'otp_pending' && kind !== 'authenticated') return { kind }
  const [chosen] = offered
  return chosen ? { kind, chosen, offered } : null
}

function eventOf(
  { event: kind, chosen }: Scenario,
  memberships: readonly Membership[],
): LoginEvent | null {
  if (kind === 'tenant_chosen') {
    const tenantId = chosen === 'offered' ? memberships.at(-1)?.tenant.id : 'elsewhere'
    return tenantId ? { kind, tenantId } : null
  }
  if (kind === 'password_verified' || kind === 'provider_verified' || kind === 'reset_requested') {
    return { kind, memberships }
  }
  return { kind }
}
