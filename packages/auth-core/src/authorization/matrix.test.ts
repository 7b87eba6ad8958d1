import { describe, expect, it } from '@jest/globals'
import { sources } from '../../test-support/shipped-sources.ts'
import type { LivingAccount } from '../account/life-of.ts'
import { type Role, roles } from '../records/account.ts'
import { type UnconfirmedPolicy, unconfirmedPolicies } from '../settings.ts'
import { type Action, type Actor, covers, matrix, mayGiveRole, type Target } from './matrix.ts'

const actions = Object.keys(matrix) as readonly Action[]

/** What is about oneself alone. */
const ofMe: readonly Action[] = [
  'readMe',
  'changeMe',
  'deleteMe',
  'changePassword',
  'changeEmail',
  'keepSession',
  'listSessions',
  'endSession',
  'endOtherSessions',
  'listApiKeys',
  'createApiKey',
  'rotateApiKey',
  'revokeApiKey',
]

/** What is about an organization, or about others in it. */
const ofOrganizations: readonly Action[] = [
  'readOrganization',
  'changeOrganization',
  'closeOrganization',
  'listMembers',
  'readMember',
  'changeMember',
  'removeMember',
  'endMemberSessions',
  'invite',
  'listInvitations',
  'resendInvitation',
  'revokeInvitation',
  'readAudit',
  'exportAudit',
]

/** How an account may stand, and whether it may act then. */
const lives: readonly (LivingAccount & { readonly acts: readonly UnconfirmedPolicy[] })[] = [
  { status: 'active', emailVerified: true, acts: unconfirmedPolicies },
  { status: 'active', emailVerified: false, acts: ['full', 'no_terminals'] },
  { status: 'disabled', emailVerified: true, acts: [] },
  { status: 'disabled', emailVerified: false, acts: [] },
  { status: 'reserved', emailVerified: true, acts: [] },
  { status: 'reserved', emailVerified: false, acts: [] },
  { status: 'removing', emailVerified: true, acts: [] },
  { status: 'removing', emailVerified: false, acts: [] },
]

/** Every role × life × policy × action × tenant × account acted upon. */
const cells = roles.flatMap((role) =>
  lives.flatMap(({ acts, ...life }) =>
    unconfirmedPolicies.flatMap((policy) => {
      const actor: Actor = { account: { id: 'ada', tenantId: 'acme', role, ...life }, policy }
      return actions.flatMap((action) =>
        targetsOf(role).map((target) => ({
          ...{ role, policy, action, target, mayAct: acts.includes(policy) },
          isConfirmed: life.emailVerified,
          isHome: target.tenantId === 'acme',
          isMe: target.tenantId === 'acme' && target.account?.id === 'ada',
          covered: covers(actor, action, target),
        })),
      )
    }),
  ),
)

/** Ada's organization and another, each as a whole and by the accounts in it. */
function targetsOf(role: Role): readonly Target[] {
  const others = roles.map((each) => ({ id: `a ${each}`, role: each }))
  const ada = { id: 'ada', role }
  return ['acme', 'globex'].flatMap((tenantId) => [
    { tenantId },
    ...[ada, ...others].map((account) => ({ tenantId, account })),
  ])
}

type Cell = (typeof cells)[number]

const covered = cells.filter((cell) => cell.covered)
const isOfHigher = ({ role, target }: Cell) =>
  target.account !== undefined && roles.indexOf(target.account.role) < roles.indexOf(role)
const isInviting = ({ action }: Cell) => action === 'invite' || action === 'resendInvitation'
const isOnMember = ({ action }: Cell) =>
  ['changeMember', 'removeMember', 'endMemberSessions'].includes(action)

describe('the matrix', () => {
  it('is tried in every cell, some of which are allowed', () => {
    expect(cells.length).toBe(3 * 8 * 3 * actions.length * 10)
    expect(covered.length).toBeGreaterThan(1000)
  })

  it('is asked for every action by shipped code, and for no other', () => {
    const asked = sources.flatMap(({ code }) =>
      [...code.matchAll(/\baction(?::| =) '(\w+)'/g)].map(([, action = '']) => action),
    )
    expect([...new Set(asked)].toSorted()).toEqual(actions.toSorted())
  })

  it('has every action that the rules below speak of, and no other', () => {
    const known = [...ofMe, ...ofOrganizations, 'listOrganizations']
    expect(actions.toSorted()).toEqual(known.toSorted())
  })
})

describe('what is never allowed', () => {
  const never = (rule: (cell: Cell) => boolean) => {
    expect(cells.some(rule)).toBe(true)
    expect(covered.filter(rule)).toEqual([])
  }

  it('an account that may not sign in does nothing', () => {
    never(({ mayAct }) => !mayAct)
  })

  it('only a super_admin acts in another organization', () => {
    never(({ role, isHome }) => role !== 'super_admin' && !isHome)
  })

  it('a user acts on no other account, and reads the organization', () => {
    never(({ role, isMe, action }) => role === 'user' && !isMe && action !== 'readOrganization')
  })

  it('what is about oneself is done to no other account, not by a super_admin either', () => {
    never(({ action, isMe }) => ofMe.includes(action) && !isMe)
  })

  it('a user changes nothing of the organization, and sees no other person', () => {
    never(
      ({ role, action }) =>
        role === 'user' && ofOrganizations.includes(action) && action !== 'readOrganization',
    )
  })

  it('only a super_admin lists all organizations', () => {
    never(({ role, action }) => role !== 'super_admin' && action === 'listOrganizations')
  })

  it('no account changes, removes or signs out one of a higher role', () => {
    never((cell) => isOnMember(cell) && isOfHigher(cell))
  })

  it('no account brings others in before its own address is confirmed', () => {
    never((cell) => isInviting(cell) && !cell.isConfirmed)
  })
})

describe('what is always allowed', () => {
  const able = cells.filter(({ mayAct }) => mayAct)
  const always = (rule: (cell: Cell) => boolean) => {
    expect(able.some(rule)).toBe(true)
    expect(able.filter((cell) => rule(cell) && !cell.covered)).toEqual([])
  }
  const isBarred = (cell: Cell) =>
    (isInviting(cell) && !cell.isConfirmed) || (isOnMember(cell) && isOfHigher(cell))

  it('every account does to itself what is about oneself', () => {
    always(({ action, isMe }) => ofMe.includes(action) && isMe)
  })

  it('every account reads its own organization', () => {
    always(({ action, isHome }) => action === 'readOrganization' && isHome)
  })

  it('a company_admin does everything in its own organization, but for what never is', () => {
    always(
      (cell) =>
        cell.role === 'company_admin' &&
        ofOrganizations.includes(cell.action) &&
        cell.isHome &&
        !isBarred(cell),
    )
  })

  it('a super_admin does everything in every organization, but for what never is', () => {
    always((cell) => cell.role === 'super_admin' && !ofMe.includes(cell.action) && !isBarred(cell))
  })
})

describe('a role', () => {
  it.each([
    ['user', ['user']],
    ['company_admin', ['company_admin', 'user']],
    ['super_admin', ['company_admin', 'user']],
  ] as const)('that a %s may give is none above its own, and never super_admin', (role, given) => {
    expect(roles.filter((each) => mayGiveRole({ role }, each))).toEqual(given)
  })
})
