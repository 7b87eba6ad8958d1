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

/** One question to the table of lives. */
export interface LifeScenario {
  /** The state before. */
  readonly from: LifeStateKind
  /** What happens. */
  readonly event: LifeEventKind
  /** What else is so, in words; empty where there is nothing else. */
  readonly condition: string
}

/** What the table answered. */
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
  /** What the table said. */
  readonly answer: LifeAnswer
}

/** What accounts of a state may do. */
export interface RightsCase {
  /** The state of the account. */
  readonly state: LifeStateKind
  /** `null` where every policy says the same. */
  readonly policy: UnconfirmedPolicy | null
  /** What they may do. */
  readonly rights: Rights
}

/** Something in each form that it has, with what tells the forms apart. */
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

/** Every state, in each form that it has. */
export const lifeStates = formsOf<LifeState>(states).map(([, state]) => state)

/** Every event, in each form that it has. */
export const lifeEvents = formsOf<LifeEvent>(events).map(([, event]) => event)

/** Asks the table everything: each event in each state. What cannot happen is left out. */
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

/** Asks what each state may do; under each policy, where that makes a difference. */
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
