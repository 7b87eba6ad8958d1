import type { Account } from '@gatehouse/auth-core/ports'
import { describe, expect, it } from '@jest/globals'
import { compareUser, type UserDifference } from './compare-user.ts'
import type { RealmUser } from './realm-users.ts'

const account: Account = {
  id: 'account-1',
  tenantId: 'acme',
  username: 'ada',
  email: 'ada@example.com',
  emailCanonical: 'ada@example.com',
  emailVerified: true,
  pendingEmail: null,
  firstName: 'Ada',
  lastName: 'Lovelace',
  role: 'company_admin',
  machineRole: '',
  groups: [],
  apiKey: 'key',
  apiKeyLastUsedAt: null,
  credentialId: 'user-1',
  credentialVersion: 1,
  status: 'active',
  lastLoginAt: null,
  language: null,
  createdAt: new Date('2030-01-01T00:00:00Z'),
}

const user: RealmUser = {
  id: 'user-1',
  username: 'ada',
  email: 'ada@example.com',
  emailVerified: false,
  enabled: true,
  firstName: 'Ada',
  lastName: 'Lovelace',
  requiredActions: [],
  hasSecondFactor: false,
}

const view = (changes: Partial<RealmUser> = {}) => ({
  user: { ...user, ...changes },
  namesake: user,
  roles: ['company_admin'] as const,
})

describe('comparing a user', () => {
  it('finds nothing about one as a sign-up makes it', () => {
    expect(compareUser(account, view(), 'ours')).toEqual([])
    expect(compareUser({ ...account, emailVerified: false }, view(), 'ours')).toEqual([])
  })

  it.each([
    [{ enabled: false }, 'user_disabled: disabled → enabled'],
    [{ requiredActions: ['UPDATE_PASSWORD'] }, 'user_required_action: UPDATE_PASSWORD → none'],
    [{ emailVerified: true }, 'user_email_flag: confirmed → not confirmed'],
    [{ username: 'lovelace' }, 'user_renamed: lovelace → ada'],
  ])('finds %j', (changes, found) => {
    const [difference, ...others] = compareUser(account, view(changes), 'ours')
    expect(others).toEqual([])
    expect(inWords(difference)).toBe(found)
  })

  it('finds somebody let in whom we keep out', () => {
    const disabled = { ...account, status: 'disabled' } as const
    expect(compareUser(disabled, view(), 'ours')).toMatchObject([{ code: 'user_enabled' }])
    expect(compareUser(disabled, view({ enabled: false }), 'ours')).toEqual([])
  })

  it.each([
    [[], 'company_admin', 'none → company_admin'],
    [['super_admin'], 'company_admin', 'super_admin → company_admin'],
    [['company_admin'], 'user', 'company_admin → none'],
  ] as const)('finds the roles %j of a %s', (roles, role, found) => {
    const [difference] = compareUser({ ...account, role }, { ...view(), roles }, 'ours')
    expect(inWords(difference)).toBe(`user_role: ${found}`)
  })

  it('says nothing of the role that everybody has', () => {
    const somebody = { ...account, role: 'user' } as const
    expect(compareUser(somebody, { ...view(), roles: ['user'] }, 'ours')).toEqual([])
  })

  it('finds nobody, and tells whether somebody else has the name', () => {
    const nobody = { user: undefined, namesake: undefined, roles: [] }
    expect(compareUser(account, nobody, 'ours')).toMatchObject([{ code: 'user_missing' }])
    const namesake = { ...user, id: 'user-2' }
    expect(compareUser(account, { ...nobody, namesake }, 'ours')).toMatchObject([
      { code: 'user_replaced' },
    ])
  })

  it('leaves roles and confirmed addresses to the operator of a realm that is not ours', () => {
    const theirs = { ...view({ emailVerified: true }), roles: [] }
    expect(compareUser(account, theirs, 'guest')).toEqual([])
  })
})

function inWords(difference: UserDifference | undefined): string {
  return `${difference?.code}: ${difference?.is} → ${difference?.should}`
}
