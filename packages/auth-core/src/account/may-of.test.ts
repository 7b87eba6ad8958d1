import { describe, expect, it } from '@jest/globals'
import { lifeStates } from '../../testing/account-life/ask-life.ts'
import { unconfirmedPolicies } from '../settings.ts'
import { mayOf, type Rights } from './may-of.ts'

const unconfirmed = { kind: 'unconfirmed' } as const

// As a record, so that the compiler asks for each right that is added.
const everything = Object.keys({
  offeredAtLogin: true,
  receivesReset: true,
  matchedByProvider: true,
  opensTerminals: true,
  usesApiKey: true,
  countsForLimits: true,
  invites: true,
} satisfies Record<keyof Rights, true>) as readonly (keyof Rights)[]

const cells = lifeStates.flatMap((state) =>
  unconfirmedPolicies.map((policy) => ({ state, policy, rights: allowed(mayOf(state, policy)) })),
)

describe('what an account may do', () => {
  it('is everything when it is active', () => {
    expect(rightsIn('active')).toEqual(unconfirmedPolicies.map(() => everything))
  })

  it.each(['absent', 'disabled', 'removed'])('is nothing when it is %s', (kind) => {
    expect(new Set(rightsIn(kind).flat())).toEqual(new Set())
  })

  it('is to be accepted through a provider when it is an invitation', () => {
    expect(rightsIn('invited')).toEqual(unconfirmedPolicies.map(() => ['matchedByProvider']))
  })

  it('depends on the policy only while it is unconfirmed', () => {
    const kinds = lifeStates.map(({ kind }) => kind).filter((kind) => kind !== 'unconfirmed')
    const several = kinds.filter((kind) => new Set(rightsIn(kind).map(String)).size > 1)
    expect(several).toEqual([])
  })
})

describe('an unconfirmed account', () => {
  it('is used like any other under full, without weight for others', () => {
    const rights = everything.filter((name) => name !== 'countsForLimits' && name !== 'invites')
    expect(allowed(mayOf(unconfirmed, 'full'))).toEqual(rights)
  })

  it('reaches no machine under no_terminals, neither by a terminal nor by an agent', () => {
    const rights = ['offeredAtLogin', 'receivesReset', 'matchedByProvider']
    expect(allowed(mayOf(unconfirmed, 'no_terminals'))).toEqual(rights)
  })

  it('can only be confirmed under no_login', () => {
    const rights = ['receivesReset', 'matchedByProvider']
    expect(allowed(mayOf(unconfirmed, 'no_login'))).toEqual(rights)
  })

  it('neither makes a network known nor brings others in, under any policy', () => {
    const weighty = rightsIn('unconfirmed').flat()
    expect(weighty).not.toContain('countsForLimits')
    expect(weighty).not.toContain('invites')
  })

  it('may less under each stricter policy', () => {
    const [full = [], noTerminals = [], noLogin = []] = rightsIn('unconfirmed')
    expect(full).toEqual(expect.arrayContaining([...noTerminals]))
    expect(noTerminals).toEqual(expect.arrayContaining([...noLogin]))
  })
})

function rightsIn(kind: string): readonly (readonly string[])[] {
  return cells.filter(({ state }) => state.kind === kind).map(({ rights }) => rights)
}

function allowed(rights: Rights): readonly (keyof Rights)[] {
  return everything.filter((name) => rights[name])
}
