import { expect } from 'expect'
import type { CredentialStore, CredentialUser, NewTenant, NewUser } from '../../src/ports/index.ts'
import type { Contract } from './contract.ts'
import { expectPortError } from './expect-port-error.ts'
import { unique } from './unique.ts'

/** A tenant in a store, and a user who is in no realm yet. */
export interface Adding {
  /** The store under test. */
  readonly store: CredentialStore
  /** A tenant that the store has created. */
  readonly tenant: NewTenant
  /** The tenant's first user. */
  readonly newUser: NewUser
  /** The same, as the store knows that user. */
  readonly user: CredentialUser
  /** The user to add. */
  readonly added: NewUser
}

const refused = { accepted: false }

/** The promises of every store about users who are added to a realm. */
export function addedUserContract(
  withTenant: (test: (adding: Adding) => Promise<void>) => () => Promise<void>,
): Contract {
  return [
    {
      name: 'adds users to a realm, each with a password and in no group unless told so',
      run: withTenant(async ({ store, tenant, newUser, added }) => {
        const made = await store.addUser(tenant.id, added, [])
        expect(made).toEqual({ credentialId: expect.any(String), groups: [] })
        const user = userOf(tenant, added, made)
        expect(await store.checkPassword(user, added.password)).toEqual({
          accepted: true,
          groups: [],
        })
        expect(await store.checkPassword(user, newUser.password)).toEqual(refused)
      }),
    },
    {
      name: 'puts added users into groups, makes those that are missing, and tells of them as at a login',
      run: withTenant(async ({ store, tenant, added }) => {
        const groups = [unique('Ops'), unique('Zoë & Söhne +%')]
        const first = await store.addUser(tenant.id, added, groups.slice(0, 1))
        expect(first?.groups).toHaveLength(1)
        const username = unique('carol')
        const other = { ...added, username, email: `${username}@example.com` }
        const made = await store.addUser(tenant.id, other, groups)
        expect(made?.groups).toHaveLength(2)
        expect(made?.groups).toEqual(expect.arrayContaining([...(first?.groups ?? [])]))
        const check = await store.checkPassword(userOf(tenant, other, made), other.password)
        expect(check).toEqual({ accepted: true, groups: expect.any(Array) })
        const told = check.accepted ? check.groups : []
        expect(told.toSorted()).toEqual(made?.groups.toSorted())
      }),
    },
    {
      name: 'leaves the user alone who has the name: null, and the password stays as it was',
      run: withTenant(async ({ store, tenant, added }) => {
        const made = await store.addUser(tenant.id, added, [])
        const username = unique('intruder')
        const intruder = { ...added, email: `${username}@example.com`, password: 'of the intruder' }
        expect(await store.addUser(tenant.id, intruder, ['Ops'])).toBeNull()
        const user = userOf(tenant, added, made)
        expect(await store.checkPassword(user, 'of the intruder')).toEqual(refused)
        const check = await store.checkPassword(user, added.password)
        expect(check).toEqual({ accepted: true, groups: [] })
      }),
    },
    {
      name: 'loses nothing of what is changed in a realm at the same time',
      run: withTenant(async ({ store, tenant, newUser, user, added }) => {
        const username = unique('carol')
        const other = { ...added, username, email: `${username}@example.com` }
        const [first, second] = await Promise.all([
          store.addUser(tenant.id, added, []),
          store.addUser(tenant.id, other, []),
          store.setPassword(user, 'some new password'),
        ])
        const checks = [
          await store.checkPassword(userOf(tenant, added, first), added.password),
          await store.checkPassword(userOf(tenant, other, second), other.password),
          await store.checkPassword(user, 'some new password'),
          await store.checkPassword(user, newUser.password),
        ]
        expect(checks.map(({ accepted }) => accepted)).toEqual([true, true, true, false])
      }),
    },
    {
      name: 'adds nobody to a realm that is not there',
      run: withTenant(async ({ store, added }) => {
        await expectPortError(store.addUser(unique('tenant'), added, []), 'credential_store')
      }),
    },
    {
      name: 'removes an added user by the username, and the same one can be added again',
      run: withTenant(async ({ store, tenant, newUser, added }) => {
        const first = userOf(tenant, added, await store.addUser(tenant.id, added, []))
        await store.removeUser({ ...first, credentialId: '' })
        expect(await store.checkPassword(first, added.password)).toEqual(refused)
        await store.removeUser({ ...first, credentialId: '' })
        await store.removeUser({ ...first, credentialId: '', tenantId: unique('tenant') })
        const again = userOf(tenant, added, await store.addUser(tenant.id, added, []))
        expect(await store.checkPassword(again, added.password)).toMatchObject({ accepted: true })
        expect(await store.addUser(tenant.id, newUser, [])).toBeNull()
      }),
    },
  ]
}

function userOf(
  { id: tenantId }: NewTenant,
  { username }: NewUser,
  made: Awaited<ReturnType<CredentialStore['addUser']>>,
) {
  if (made === null) throw new Error('the name of a new user was taken')
  return { tenantId, username, credentialId: made.credentialId }
}
