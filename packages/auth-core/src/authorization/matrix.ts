/**
 * Who may do what, and where.
 *
 * Rule 1: every route that needs a token asks this file, with the role that our records have now.
 * But for `refresh`, `resumeSession`, `forgetSession`, `logOut`, `verifyEmail` and `resendVerification`: any role
 * may do these for the token's own session or account.
 * Rule 2: nothing here reads a store or a token; facts arrive as arguments.
 *
 * `docs/authorization.md` is drawn from the table below.
 */
import { type LivingAccount, lifeOf } from '../account/life-of.ts'
import { mayOf } from '../account/may-of.ts'
import type { Account, Role } from '../records/account.ts'
import type { UnconfirmedPolicy } from '../settings.ts'
import { isAbove } from './rank.ts'

/** Where a role may do something: nowhere, to its own account, in its own tenant, or in any. */
export type Scope = 'none' | 'self' | 'own_tenant' | 'any_tenant'

type Row = Readonly<Record<Role, Scope>>

const forMembers: Row = {
  user: 'own_tenant',
  company_admin: 'own_tenant',
  super_admin: 'any_tenant',
}
const forAdministrators: Row = {
  user: 'none',
  company_admin: 'own_tenant',
  super_admin: 'any_tenant',
}
const forOperators: Row = { user: 'none', company_admin: 'none', super_admin: 'any_tenant' }
const forOneself: Row = { user: 'self', company_admin: 'self', super_admin: 'self' }

/** One row for each action, named after its use case. An action without a row is allowed to no role. */
export const matrix = {
  listOrganizations: forOperators,
  readOrganization: forMembers,
  changeOrganization: forAdministrators,
  closeOrganization: forAdministrators,
  listMembers: forAdministrators,
  readMember: forAdministrators,
  changeMember: forAdministrators,
  removeMember: forAdministrators,
  endMemberSessions: forAdministrators,
  invite: forAdministrators,
  listInvitations: forAdministrators,
  resendInvitation: forAdministrators,
  revokeInvitation: forAdministrators,
  readAudit: forAdministrators,
  exportAudit: forAdministrators,
  readMe: forOneself,
  changeMe: forOneself,
  deleteMe: forOneself,
  changePassword: forOneself,
  changeEmail: forOneself,
  keepSession: forOneself,
  listSessions: forOneself,
  endSession: forOneself,
  endOtherSessions: forOneself,
  listApiKeys: forOneself,
  createApiKey: forOneself,
  rotateApiKey: forOneself,
  revokeApiKey: forOneself,
} as const satisfies Readonly<Record<string, Row>>

/** Something that an account does by a route that needs a token. */
export type Action = keyof typeof matrix

/** Actions that bring other people in. They need a confirmed address. */
export const invitingActions = ['invite', 'resendInvitation'] as const satisfies readonly Action[]

/** Actions that change another account, whose role must not be higher than the actor's. */
export const memberActions = [
  'changeMember',
  'removeMember',
  'endMemberSessions',
] as const satisfies readonly Action[]

/** Who acts: the account as our records have it now, and the operator's policy. */
export interface Actor {
  /** The account that acts. */
  readonly account: Pick<Account, 'id' | 'tenantId' | 'role'> & LivingAccount
  /** What unconfirmed accounts may do. */
  readonly policy: UnconfirmedPolicy
}

/** What is acted upon: an organization, or an account in it. */
export interface Target {
  /** `Tenant.id`. */
  readonly tenantId: string
  /**
   * The account that is acted upon. Left out for actions on an organization; for an action on oneself, one's
   * own account.
   */
  readonly account?: Pick<Account, 'id' | 'role'>
}

/**
 * Whether an account may act on a target. The caller checks that the account's tenant is active, that its
 * session goes on and that the target exists.
 */
export function covers({ account, policy }: Actor, action: Action, target: Target): boolean {
  const may = mayOf(lifeOf(account), policy)
  if (!may.offeredAtLogin) return false
  if (!may.invites && isOneOf(invitingActions, action)) return false
  const isOfHigher = target.account !== undefined && isAbove(target.account.role, account.role)
  if (isOfHigher && isOneOf(memberActions, action)) return false
  return isWithin(matrix[action][account.role], account, target)
}

function isOneOf(some: readonly Action[], action: Action): boolean {
  return some.includes(action)
}

function isWithin(
  scope: Scope,
  { id, tenantId }: Pick<Account, 'id' | 'tenantId'>,
  target: Target,
): boolean {
  switch (scope) {
    case 'none':
      return false
    case 'self':
      return target.account?.id === id && target.tenantId === tenantId
    case 'own_tenant':
      return target.tenantId === tenantId
    case 'any_tenant':
      return true
  }
}

/**
 * Whether an account may give a role to another, or to itself: no higher one than its own, and never
 * `super_admin`, which only the operator's command gives.
 */
export function mayGiveRole(giver: Pick<Account, 'role'>, role: Role): boolean {
  return role !== 'super_admin' && !isAbove(role, giver.role)
}
