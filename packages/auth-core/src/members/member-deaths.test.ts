import { describe, expect, it } from '@jest/globals'
import { death, deathsWithin, dyingPorts } from '../../test-support/dying-ports.ts'
import { organizationOfThree, type SignedIn } from '../../test-support/organization-of-three.ts'
import type { TestEnvironment } from '../../testing/test-environment.ts'
import type { MemberChange } from './member-change.ts'
import { finishRemovals } from './removal.ts'

/** Disable: write, read, disable, read. Enable: look, enable, write, read, enable, read. */
const calls = { disable: 4, enable: 6, groups: 3, remove: 3, deleteMe: 4 }

describe('a process that dies', () => {
  it.each(deathsWithin(calls.disable))(
    'while it disables a member, at call $atCall with its effect $effect, lets nobody in whom it kept out',
    async (when) => {
      const { environment, ada, bob } = await organizationOfThree()
      await expect(change(dying(environment, when), bob, ada, { disabled: true })).rejects.toBe(
        death,
      )
      const { status } = await accountOf(environment, ada)
      const isIn = (await environment.logIn(ada)).kind === 'authenticated'
      expect(isIn).toBe(status === 'active')
      await change(environment, bob, ada, { disabled: true })
      expect(await isEnabled(environment, ada)).toBe(false)
    },
  )

  it.each(deathsWithin(calls.enable))(
    'while it enables a member, at call $atCall with its effect $effect, leaves them out or in',
    async (when) => {
      const { environment, ada, bob } = await organizationOfThree()
      await change(environment, bob, ada, { disabled: true })
      await expect(change(dying(environment, when), bob, ada, { disabled: false })).rejects.toBe(
        death,
      )
      const { status } = await accountOf(environment, ada)
      const isIn = (await environment.logIn(ada)).kind === 'authenticated'
      expect(isIn).toBe(status === 'active')
      await change(environment, bob, ada, { disabled: false })
      expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
    },
  )

  it.each(deathsWithin(calls.groups))(
    'while it changes groups, at call $atCall with its effect $effect, is put right by a repetition',
    async (when) => {
      const { environment, ada, bob } = await organizationOfThree()
      const to = { groups: ['ops'], machineRole: 'root' }
      await expect(change(dying(environment, when), bob, ada, to)).rejects.toBe(death)
      await change(environment, bob, ada, to)
      expect(await accountOf(environment, ada)).toMatchObject(to)
      const { ports, auth } = environment
      await ports.endings.reload()
      expect(auth.authenticate(ada.token, ports.clock.now())).toMatchObject({
        refusal: 'token_stale',
      })
      expect(await environment.logIn(ada)).toMatchObject({
        user: { account: { groups: ['ops'] } },
      })
    },
  )

  it.each(deathsWithin(calls.remove))(
    'while it removes a member, at call $atCall with its effect $effect, has begun nothing or is finished by the jobs',
    async (when) => {
      const { environment, ada, bob } = await organizationOfThree()
      const { auth, from } = dying(environment, when)
      const { accountId } = ada
      await expect(auth.removeMember({ token: bob.token, accountId, from: from() })).rejects.toBe(
        death,
      )
      await expectGoneOrUntouched(environment, ada, when.atCall === 1 && when.effect === 'lost')
    },
  )

  it.each(deathsWithin(calls.deleteMe))(
    'while a person deletes the own account, at call $atCall with its effect $effect, has begun nothing or is finished by the jobs',
    async (when) => {
      const { environment, ada } = await organizationOfThree()
      const { auth, from } = dying(environment, when)
      const command = { token: ada.token, currentPassword: ada.password, from: from() }
      await expect(auth.deleteMe(command)).rejects.toBe(death)
      const { atCall, effect } = when
      const isUntouched = atCall === 1 || (atCall === 2 && effect === 'lost')
      await expectGoneOrUntouched(environment, ada, isUntouched)
    },
  )
})

async function expectGoneOrUntouched(
  environment: TestEnvironment,
  ada: SignedIn,
  isUntouched: boolean,
): Promise<void> {
  expect((await environment.logIn(ada)).kind === 'authenticated').toBe(isUntouched)
  await finishRemovals(environment.ports)
  expect((await environment.account(ada.accountId)) !== undefined).toBe(isUntouched)
  if (isUntouched) return
  const { username } = ada
  const command = environment.signUpCommand({ username, organizationName: 'again' })
  expect(await environment.auth.signUp(command)).toMatchObject({ kind: 'signed_up' })
}

function dying(
  environment: TestEnvironment,
  when: Parameters<typeof dyingPorts>[1],
): TestEnvironment {
  return environment.with({ ports: dyingPorts(environment.ports, when) })
}

type Change = readonly [by: SignedIn, of: SignedIn, to: MemberChange]

function change({ auth, from }: TestEnvironment, ...[by, of, to]: Change) {
  const { accountId } = of
  return auth.changeMember({ token: by.token, accountId, from: from(), ...to })
}

async function accountOf({ account }: TestEnvironment, { accountId }: SignedIn) {
  const found = await account(accountId)
  if (!found) throw new TypeError('no such account')
  return found
}

async function isEnabled(environment: TestEnvironment, person: SignedIn): Promise<boolean> {
  const account = await accountOf(environment, person)
  const { credentialStore } = environment.ports
  return (await credentialStore.checkPassword(account, person.password)).accepted
}
