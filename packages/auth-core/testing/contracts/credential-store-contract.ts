import { expect } from 'expect'
import type { CredentialStore, CredentialUser, NewTenant, NewUser } from '../../src/ports/index.ts'
import { addedUserContract } from './added-user-contract.ts'
import { about, type Contract, shown } from './contract.ts'
import { expectPortError } from './expect-port-error.ts'
import { type FallibleSubject, testsOf } from './subject.ts'
import { unique } from './unique.ts'

/** The adapter that {@link credentialStoreContract} tests. */
export interface CredentialStoreSubject extends FallibleSubject<CredentialStore> {
  /**
   * Does this work on a store from `open`, and counts the checks of passwords meanwhile where they take
   * their time: hashes that were computed, requests that a server got.
   */
  checksDuring(work: () => Promise<unknown>): Promise<number>
}

/** A tenant in a store, with its first user. */
interface MadeTenant {
  readonly store: CredentialStore
  readonly tenant: NewTenant
  readonly newUser: NewUser
  readonly user: CredentialUser
  readonly groups: readonly string[]
}

const refused = { accepted: false }

// Lengths and letters that form encoding, trimming, normalising or a cut at 72 bytes would change.
const passwords = [
  '&+%=ü😀',
  ' leading and trailing ',
  '\ttab and line feed\n',
  '%26%2B%20',
  '"\\/<>{}$`\'',
  'A'.repeat(256),
  'e\u0301 and é',
  '密码'.repeat(128),
]

const lookalikes: readonly (readonly [string, string])[] = [
  [' correct horse ', 'correct horse'],
  ['correct horse', 'correct horse '],
  ['correct horse', 'Correct horse'],
  ['correct+horse', 'correct horse'],
  ['correct%20horse', 'correct horse'],
  ['correct horsé', 'correct horse\u0301'],
  ['correct ﬁsh', 'correct fish'],
  [`${'x'.repeat(255)}1`, `${'x'.repeat(255)}2`],
  ['correct horse', ''],
]

/** The promises every {@link CredentialStore} adapter keeps. */
export function credentialStoreContract(subject: CredentialStoreSubject): Contract {
  const on = testsOf(subject, subject.open)
  const onBroken = testsOf(subject, subject.openBroken)
  const withTenant = (test: (made: MadeTenant) => Promise<void>, changes: Partial<NewUser> = {}) =>
    on(async (store) => {
      const made = await makeTenant(store, changes)
      try {
        await test(made)
      } finally {
        await store.removeTenant(made.tenant)
      }
    })

  return about('CredentialStore:', [
    {
      name: 'accepts the password of the first user and reports the same groups as at the start',
      run: withTenant(async ({ store, user, newUser, groups }) => {
        expect(user.credentialId).not.toBe('')
        const check = await store.checkPassword(user, newUser.password)
        expect(check).toEqual({ accepted: true, groups: expect.any(Array) })
        const reported = check.accepted ? check.groups : []
        expect(reported.toSorted()).toEqual(groups.toSorted())
      }),
    },
    ...passwords.map((password) => ({
      name: `keeps the password ${shown(password)} byte for byte`,
      run: withTenant(
        async ({ store, user }) => {
          expect(await store.checkPassword(user, password)).toMatchObject({ accepted: true })
          expect(await store.checkPassword(user, `${password}x`)).toEqual(refused)
          expect(await store.checkPassword(user, [...password].slice(0, -1).join(''))).toEqual(
            refused,
          )
        },
        { password },
      ),
    })),
    ...lookalikes.map(([password, other]) => ({
      name: `takes ${shown(password)} for another password than ${shown(other)}`,
      run: withTenant(
        async ({ store, user }) => {
          expect(await store.checkPassword(user, other)).toEqual(refused)
          expect(await store.checkPassword(user, password)).toMatchObject({ accepted: true })
        },
        { password },
      ),
    })),
    {
      name: 'does not accept anything for an unknown user or an unknown realm',
      run: withTenant(async ({ store, user, newUser: { password } }) => {
        const strangers: readonly CredentialUser[] = [
          { ...user, username: unique('bob'), credentialId: unique('credential') },
          { ...user, tenantId: unique('tenant') },
        ]
        for (const stranger of strangers) {
          expect(await store.checkPassword(stranger, password)).toEqual(refused)
        }
      }),
    },
    {
      name: 'does not accept anything for a username under an identifier that is not its own',
      run: withTenant(async ({ store, user, newUser: { password } }) => {
        const other = { ...user, credentialId: unique('credential') }
        expect(await store.checkPassword(other, password)).toEqual(refused)
        await store.removeUser(other)
        expect(await store.checkPassword(user, password)).toMatchObject({ accepted: true })
      }),
    },
    {
      name: 'T-16: accepts in each realm its own password alone, for the same username',
      run: withTenant(async (one) => {
        const { store, newUser } = one
        const other = await makeTenant(store, { ...newUser, password: 'another password' })
        try {
          expect(await store.checkPassword(one.user, 'another password')).toEqual(refused)
          expect(await store.checkPassword(other.user, newUser.password)).toEqual(refused)
          const checks = [
            await store.checkPassword(one.user, newUser.password),
            await store.checkPassword(other.user, 'another password'),
          ]
          expect(checks).toMatchObject([{ accepted: true }, { accepted: true }])
        } finally {
          await store.removeTenant(other.tenant)
        }
      }),
    },
    {
      name: 'never joins a realm that exists: null, and the first stays as it was',
      run: withTenant(async ({ store, tenant, user, newUser }) => {
        const intruder = sampleUser({ username: newUser.username, password: 'of the intruder' })
        const reservation = unique('reservation')
        expect(await store.createTenant({ ...tenant, reservation }, intruder)).toBeNull()
        expect(await store.createTenant({ ...tenant, reservation }, sampleUser())).toBeNull()
        expect(await store.checkPassword(user, 'of the intruder')).toEqual(refused)
        const check = await store.checkPassword(user, newUser.password)
        expect(check).toMatchObject({ accepted: true })
      }),
    },
    {
      name: 'makes a realm for one of several that ask at the same time',
      run: on(async (store) => {
        const id = unique('tenant')
        const tenants = Array.from({ length: 3 }, () => sampleTenant({ id }))
        try {
          const made = await Promise.all(
            tenants.map((tenant) => store.createTenant(tenant, sampleUser())),
          )
          expect(made.filter((each) => each !== null)).toHaveLength(1)
        } finally {
          for (const tenant of tenants) await store.removeTenant(tenant)
        }
      }),
    },
    {
      name: 'keeps every realm of several that are made at the same time',
      run: on(async (store) => {
        const tenants = Array.from({ length: 3 }, () => sampleTenant())
        const person = sampleUser()
        try {
          const made = await Promise.all(tenants.map((each) => store.createTenant(each, person)))
          const { username, password } = person
          for (const [index, { id: tenantId }] of tenants.entries()) {
            const user = { tenantId, username, credentialId: made[index]?.credentialId ?? '' }
            const check = await store.checkPassword(user, password)
            expect(check).toMatchObject({ accepted: true })
          }
        } finally {
          for (const tenant of tenants) await store.removeTenant(tenant)
        }
      }),
    },
    {
      name: 'removes a realm for the sign-up that made it, and its name is free again',
      run: withTenant(async ({ store, tenant, user, newUser }) => {
        await store.removeTenant(tenant)
        expect(await store.checkPassword(user, newUser.password)).toEqual(refused)
        expect(await store.createTenant(tenant, newUser)).not.toBeNull()
      }),
    },
    {
      name: 'does not remove a realm under another reservation',
      run: withTenant(async ({ store, tenant, user, newUser }) => {
        await store.removeTenant({ id: tenant.id, reservation: unique('reservation') })
        await store.removeTenant({ id: tenant.id, reservation: '' })
        const check = await store.checkPassword(user, newUser.password)
        expect(check).toMatchObject({ accepted: true })
      }),
    },
    {
      name: 'removes nothing where no realm is',
      run: on(async (store) => {
        await expect(store.removeTenant(sampleTenant())).resolves.toBeUndefined()
      }),
    },
    {
      name: 'replaces a password, once or twice: the new one holds, the old one no longer',
      run: withTenant(async ({ store, user, newUser }) => {
        await store.setPassword(user, ' n&w+p%ss=wörd 😀 ')
        await store.setPassword(user, ' n&w+p%ss=wörd 😀 ')
        expect(await store.checkPassword(user, newUser.password)).toEqual(refused)
        const check = await store.checkPassword(user, ' n&w+p%ss=wörd 😀 ')
        expect(check).toMatchObject({ accepted: true })
      }),
    },
    {
      name: 'does not pretend to have set the password of nobody',
      run: withTenant(async ({ store, user }) => {
        await store.removeUser(user)
        await expectPortError(store.setPassword(user, 'some new password'), 'credential_store')
      }),
    },
    {
      name: 'keeps a disabled user out, and lets them in again with the same password',
      run: withTenant(async ({ store, user, newUser: { password } }) => {
        await store.setEnabled(user, false)
        await store.setEnabled(user, false)
        expect(await store.checkPassword(user, password)).toEqual(refused)
        await store.setEnabled(user, true)
        expect(await store.checkPassword(user, password)).toMatchObject({ accepted: true })
      }),
    },
    {
      name: 'keeps a disabled user out under a new password too',
      run: withTenant(async ({ store, user }) => {
        await store.setEnabled(user, false)
        await store.setPassword(user, 'some new password')
        expect(await store.checkPassword(user, 'some new password')).toEqual(refused)
      }),
    },
    ...[
      { firstName: 'Zoë-Ann', lastName: "O'Brien" },
      { email: 'Somebody.Else@example.com' },
      { lastName: 'Neill' },
      {},
    ].map((profile) => ({
      name: `replaces ${JSON.stringify(profile)}, once or twice, and the person signs in as before`,
      run: withTenant(async ({ store, user, newUser, groups }) => {
        await store.setProfile(user, profile)
        await store.setProfile(user, profile)
        const check = await store.checkPassword(user, newUser.password)
        expect(check).toEqual({ accepted: true, groups: expect.any(Array) })
        expect((check.accepted ? check.groups : []).toSorted()).toEqual(groups.toSorted())
      }),
    })),
    {
      name: 'does not pretend to have replaced what it keeps of nobody',
      run: withTenant(async ({ store, user }) => {
        await store.removeUser(user)
        await expectPortError(store.setProfile(user, { firstName: 'Zoë' }), 'credential_store')
      }),
    },
    {
      name: 'puts a user into groups, also those that are new, and out of all others',
      run: withTenant(async ({ store, user, newUser: { password } }) => {
        const reported = async () => {
          const check = await store.checkPassword(user, password)
          return check.accepted ? check.groups.toSorted() : []
        }
        const first = await store.setGroups(user, ['ops', 'Zoë & Söhne', 'night/shift'])
        expect(first).toHaveLength(3)
        expect(await reported()).toEqual(first.toSorted())
        const second = await store.setGroups(user, [...first.slice(1), 'night', 'ops 2'])
        expect(second).toHaveLength(4)
        expect(second).toEqual(expect.arrayContaining(first.slice(1)))
        expect(await reported()).toEqual(second.toSorted())
        expect(await store.setGroups(user, [])).toEqual([])
        expect(await reported()).toEqual([])
      }),
    },
    {
      name: 'changes nothing when it is given the groups that it reports, or one twice',
      run: withTenant(async ({ store, user }) => {
        const groups = await store.setGroups(user, ['ops', 'ops', 'night/shift'])
        expect(groups).toHaveLength(2)
        const again = await store.setGroups(user, groups)
        expect(again.toSorted()).toEqual(groups.toSorted())
      }),
    },
    {
      name: 'does not pretend to have put nobody into a group',
      run: withTenant(async ({ store, user }) => {
        await store.removeUser(user)
        await expectPortError(store.setGroups(user, ['ops']), 'credential_store')
        // This store has no place for a role.
        await store.setRole(user, 'user')
      }),
    },
    {
      name: 'removes a user by the name alone, where its own identifier never became known',
      run: withTenant(async ({ store, user, newUser: { password } }) => {
        const nameless = { ...user, credentialId: '' }
        await store.removeUser({ ...nameless, username: user.username.slice(0, -1) })
        expect(await store.checkPassword(user, password)).toMatchObject({ accepted: true })
        await store.removeUser(nameless)
        expect(await store.checkPassword(user, password)).toEqual(refused)
        await expect(store.removeUser(nameless)).resolves.toBeUndefined()
      }),
    },
    {
      name: 'removes a user, and nobody a second time',
      run: withTenant(async ({ store, user, newUser }) => {
        await store.removeUser(user)
        expect(await store.checkPassword(user, newUser.password)).toEqual(refused)
        await expect(store.removeUser(user)).resolves.toBeUndefined()
        const nowhere = { ...user, tenantId: unique('tenant') }
        await expect(store.removeUser(nowhere)).resolves.toBeUndefined()
      }),
    },
    ...addedUserContract((test) =>
      withTenant((made) => test({ ...made, added: sampleUser({ password: 'battery staple' }) })),
    ),
    ...['some password', '', ' &+%=ü😀'].map((password) => ({
      name: `checks the password ${shown(password)} for nobody and says nothing`,
      run: on(async (store) => {
        await expect(store.checkNobody(password)).resolves.toBeUndefined()
      }),
    })),
    {
      name: 'T-34: does as much work for nobody as for a wrong password',
      run: withTenant(async ({ store, user }) => {
        const forNobody = () => subject.checksDuring(() => store.checkNobody('wrong password'))
        // The first time may prepare what the others need.
        await forNobody()
        const forWrong = await subject.checksDuring(() =>
          store.checkPassword(user, 'wrong password'),
        )
        expect(forWrong).toBeGreaterThan(0)
        expect(await forNobody()).toBe(forWrong)
      }),
    },
    {
      name: 'is ready when it can work',
      run: on(async (store) => {
        await expect(store.checkReady()).resolves.toBeUndefined()
      }),
    },
    ...Object.entries(calls()).map(([what, call]) => ({
      name: `says so in our words when ${what} cannot work`,
      run: onBroken(async (store) => {
        const error = await expectPortError(call(store), 'credential_store')
        expect(error.message).not.toContain('correct horse')
      }),
    })),
  ])
}

/** A call of every method. */
function calls(): Record<keyof CredentialStore, (store: CredentialStore) => Promise<unknown>> {
  const [tenant, newUser] = [sampleTenant(), sampleUser()]
  const user = { tenantId: tenant.id, credentialId: 'a', username: newUser.username }
  return {
    createTenant: (store) => store.createTenant(tenant, newUser),
    removeTenant: (store) => store.removeTenant(tenant),
    checkPassword: (store) => store.checkPassword(user, newUser.password),
    checkNobody: (store) => store.checkNobody(newUser.password),
    setPassword: (store) => store.setPassword(user, newUser.password),
    setEnabled: (store) => store.setEnabled(user, false),
    setGroups: (store) => store.setGroups(user, ['ops']),
    setRole: (store) => store.setRole(user, 'user'),
    addUser: (store) => store.addUser(tenant.id, newUser, ['Ops']),
    setProfile: (store) => store.setProfile(user, { email: newUser.email }),
    removeUser: (store) => store.removeUser(user),
    checkReady: (store) => store.checkReady(),
  }
}

async function makeTenant(store: CredentialStore, changes: Partial<NewUser>): Promise<MadeTenant> {
  const [tenant, newUser] = [sampleTenant(), sampleUser(changes)]
  const made = await store.createTenant(tenant, newUser)
  if (made === null) throw new Error('the name of a new realm was taken')
  const { credentialId, groups } = made
  const user = { tenantId: tenant.id, credentialId, username: newUser.username }
  return { store, tenant, newUser, user, groups }
}

function sampleTenant(changes: Partial<NewTenant> = {}): NewTenant {
  return {
    id: unique('tenant'),
    name: 'Zoë & Söhne 😀',
    reservation: unique('reservation'),
    ...changes,
  }
}

function sampleUser(changes: Partial<NewUser> = {}): NewUser {
  const username = unique('ada')
  return {
    username,
    email: `${username}@example.com`,
    firstName: 'Zoë',
    lastName: "O'Neill",
    password: 'correct horse',
    ...changes,
  }
}
