import {
  type LifeEffect,
  type LifeEvent,
  type LifeEventKind,
  type LifeState,
  type LifeStateKind,
  lifeAfter,
} from '../../src/account/life.ts'
import type { LifeRefusal } from '../../src/account/life-refusals.ts'
import { mayOf, type Rights } from '../../src/account/may-of.ts'
import { type UnconfirmedPolicy, unconfirmedPolicies } from '../../src/settings.ts'

/** A question to the table of account states. */
export interface LifeScenario {
  /** The state before. */
  readonly from: LifeStateKind
  /** What happens. */
  readonly event: LifeEventKind
  /** A further condition, in words; empty where there is none. */
  readonly condition: string
}

/** The answer of the table. */
export type LifeAnswer =
  | {
      readonly to: LifeStateKind
      readonly effects: readonly LifeEffect[]
      readonly refusal: null
    }
  | { readonly to: null; readonly refusal: LifeRefusal }

/** A question with its answer. */
export interface LifeCase {
  /** The question. */
  readonly scenario: LifeScenario
  /** The answer of the table. */
  readonly answer: LifeAnswer
}

/** The rights of accounts in a state. */
export interface RightsCase {
  /** The state of the account. */
  readonly state: LifeStateKind
  /** The policy; `null` where all policies give the same rights. */
  readonly policy: UnconfirmedPolicy | null
  /** The rights. */
  readonly rights: Rights
}

/** The variants of something, each with the condition that distinguishes it. */
type Forms<Thing> = readonly (readonly [condition: string, thing: Thing])[]

const states: { readonly [S in LifeStateKind]: Forms<Extract<LifeState, { kind: S }>> } = {
  absent: [['', { kind: 'absent' }]],
  invited: [['', { kind: 'invited' }]],
  unconfirmed: [['', { kind: 'unconfirmed' }]],
  active: [['', { kind: 'active' }]],
  disabled: [
    ['address confirmed', { kind: 'disabled', emailVerified: true }],
    ['address not confirmed', { kind: 'disabled', emailVerified: false }],
  ],
  removed: [['', { kind: 'removed' }]],
}

const events: { readonly [E in LifeEventKind]: Forms<Extract<LifeEvent, { kind: E }>> } = {
  signed_up: [['', { kind: 'signed_up' }]],
  created: [
    ['address confirmed', { kind: 'created', emailVerified: true }],
    ['address not confirmed', { kind: 'created', emailVerified: false }],
  ],
  invited: [['', { kind: 'invited' }]],
  invitation_accepted: [['', { kind: 'invitation_accepted' }]],
  invitation_ended: [['', { kind: 'invitation_ended' }]],
  confirmed: [['', { kind: 'confirmed' }]],
  claimed: [['', { kind: 'claimed' }]],
  password_reset: [['', { kind: 'password_reset' }]],
  disabled: [['', { kind: 'disabled' }]],
  enabled: [['', { kind: 'enabled' }]],
  removed: [['', { kind: 'removed' }]],
  expired: [
    ['alone', { kind: 'expired', isAlone: true }],
    ['not alone', { kind: 'expired', isAlone: false }],
  ],
}

/** Every state in each of its variants. */
export const lifeStates = formsOf<LifeState>(states).map(([, state]) => state)

/** Every event in each of its variants. */
export const lifeEvents = formsOf<LifeEvent>(events).map(([, event]) => event)

/** Asks the table for each event in each state. Impossible events are left out. */
export function askLife(): readonly LifeCase[] {
  return formsOf<LifeState>(states).flatMap(([ofState, state]) =>
    formsOf<LifeEvent>(events).flatMap(([ofEvent, event]) => {
      const answer = ask(state, event)
      const condition = [ofState, ofEvent].filter(Boolean).join(', ')
      return answer
        ? [{ scenario: { from: state.kind, event: event.kind, condition }, answer }]
        : []
    }),
  )
}

/** Asks for the rights in each state, under each policy where that makes a difference. */
export function askRights(): readonly RightsCase[] {
  const kinds = new Set(lifeStates.map(({ kind }) => kind))
  return [...kinds].flatMap((state): readonly RightsCase[] => {
    const cases = unconfirmedPolicies.map((policy) => {
      const rights = mayOf({ kind: state }, policy)
      return { state, policy, rights }
    })
    const different = new Set(cases.map(({ rights }) => JSON.stringify(rights)))
    return different.size > 1 ? cases : cases.slice(0, 1).map((one) => ({ ...one, policy: null }))
  })
}

/** @returns `null` when the table knows no such step. */
function ask(state: LifeState, event: LifeEvent): LifeAnswer | null {
  try {
    const step = lifeAfter(state, event)
    if (!step.ok) return { to: null, refusal: step.refusal }
    return { to: step.state.kind, effects: step.effects, refusal: null }
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

function formsOf<Thing>(table: Readonly<Record<string, Forms<Thing>>>): Forms<Thing> {
  return Object.values(table).flat()
}
