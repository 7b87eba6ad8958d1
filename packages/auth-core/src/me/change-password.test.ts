import { describe, expect, it } from '@jest/globals'
import { type Acting, acting, authenticate, signedIn } from '../../test-support/acting.ts'
import { deathsWithin, dyingPorts } from '../../test-support/dying-ports.ts'
import { killed } from '../../test-support/killed.ts'
import { down } from '../../testing/index.ts'
import { outcomeOf, type TestEnvironment } from '../../testing/test-environment.ts'
import { settleAbandonedResets } from '../password-reset/settle-abandoned-resets.ts'
import { PortError } from '../ports/port-error.ts'
import { replicaTtlSeconds } from '../records/replica.ts'

const currentPassword = 'correct horse'
const newPassword = 'battery staple'
const changed = { kind: 'password_changed' }
const ended = { kind: 'refused', refusal: 'session_ended' }
const wrong = { kind: 'refused', refusal: 'invalid_credentials' }

describe("changing one's own password", () => {
  it('ends every other session at once, and this one goes on', async () => {
    const one = await acting()
    const { environment, ada, token } = one
    const other = await signedIn(environment, ada)
    expect(await change(one)).toEqual(changed)
    const { auth, from } = environment
    expect(authenticate(environment, other.token)).toEqual(ended)
    expect(await auth.refresh({ token: other.token, from: from() })).toEqual(ended)
    const { sessionToken } = other
    expect(await auth.selectTenant({ sessionToken, tenantId: 'acme', from: from() })).toMatchObject(
      { kind: 'refused' },
    )
    expect(authenticate(environment, token)).toMatchObject({ kind: 'valid' })
    expect(await auth.refresh({ token, from: from() })).toMatchObject({ kind: 'refreshed' })
    expect(await auth.readMe({ token, from: from() })).toMatchObject({ kind: 'me' })
  })

  it('lets in with the new password alone', async () => {
    const one = await acting()
    const { environment, ada } = one
    await change(one)
    expect(await environment.logIn(ada)).toEqual(wrong)
    const entered = await environment.logIn({ ...ada, password: newPassword })
    expect(entered).toMatchObject({ kind: 'authenticated' })
  })

  it('is told by mail and on record', async () => {
    const one = await acting()
    const { environment, ada } = one
    await change(one)
    expect(await environment.mails('password_changed')).toMatchObject([{ to: ada.email }])
    expect(await environment.audit('password_changed')).toMatchObject([
      { outcome: 'ok', accountId: ada.accountId, tenantId: 'acme' },
    ])
  })

  it('takes the links away that were mailed for a reset, and the code that is waited for', async () => {
    const one = await acting()
    const { environment, ada } = one
    const { auth, from } = environment
    await auth.forgotPassword({ email: ada.email, from: from() })
    const { accounts } = await environment.lastMail('password_reset')
    await environment.changeTenant('acme', { otpEnabled: true })
    outcomeOf('otp_required', await environment.logIn(ada))
    const { code } = await environment.lastMail('otp')
    await change(one)
    const resetToken = accounts[0]?.token ?? ''
    const reset = { resetToken, newPassword: 'wholly different', from: from() }
    expect(await auth.resetPassword(reset)).toMatchObject({ refusal: 'reset_token_invalid' })
    const guess = { username: ada.username, code, from: from() }
    expect(await auth.verifyOtp(guess)).toMatchObject({ refusal: 'otp_invalid' })
  })

  it('can be done again in the same session', async () => {
    const one = await acting()
    await change(one)
    const again = { currentPassword: newPassword, newPassword: 'wholly different' }
    expect(await change(one, again)).toEqual(changed)
  })
})

describe('a password is not changed', () => {
  it('with a wrong present one, which is on record', async () => {
    const one = await acting()
    const { environment, ada } = one
    const other = await signedIn(environment, ada)
    expect(await change(one, { currentPassword: 'wrong horse' })).toEqual(wrong)
    expect(authenticate(environment, other.token)).toMatchObject({ kind: 'valid' })
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
    expect(await environment.audit('password_changed')).toMatchObject([{ outcome: 'refused' }])
    expect(await environment.mails('password_changed')).toEqual([])
  })

  it('by guessing without limit: wrong ones count like failed logins', async () => {
    const one = await acting()
    const { environment, ada } = one
    const guess = () => change(one, { currentPassword: 'wrong horse' })
    for (let tried = 0; tried < 11; tried += 1) expect(await guess()).toEqual(wrong)
    expect(await guess()).toMatchObject({ refusal: 'rate_limited' })
    expect(await environment.logIn(ada)).toMatchObject({ refusal: 'rate_limited' })
  })

  it('T-88: by guesses that a login to another account of the address forgives', async () => {
    const one = await acting()
    const { environment } = one
    const planted = await environment.signUp({
      organizationName: 'Evil',
      username: 'mallory',
      password: 'password of mallory',
    })
    const outcomes: string[] = []
    for (let round = 0; round < 3; round += 1) {
      for (let tried = 0; tried < 9; tried += 1) {
        const outcome = await change(one, { currentPassword: 'wrong horse' })
        outcomes.push('refusal' in outcome ? outcome.refusal : outcome.kind)
      }
      outcomeOf('authenticated', await environment.logIn(planted))
    }
    const checked = outcomes.filter((each) => each === 'invalid_credentials')
    expect(checked.length).toBeLessThanOrEqual(11)
  })

  it('to one that breaks a rule, and the present one is not asked for then', async () => {
    const one = await acting()
    const outcome = await change(one, { currentPassword: 'wrong horse', newPassword: 'short' })
    expect(outcomeOf('invalid', outcome).errors).toMatchObject([
      { field: 'newPassword', rule: 'too_short' },
    ])
  })

  it('after the session has ended', async () => {
    const one = await acting()
    const { auth, from } = one.environment
    await auth.endSession({ token: one.token, id: one.sessionId, from: from() })
    expect(await change(one)).toEqual(ended)
  })

  it('while the credential store is away: nothing counts, and nothing has ended', async () => {
    const one = await acting()
    const { environment, ada } = one
    const other = await signedIn(environment, ada)
    const { credentialStore } = environment.ports
    for (const method of ['checkPassword', 'setPassword'] as const) {
      const broken = { ...credentialStore, [method]: down('credential_store') }
      const through = environment.with({ ports: { credentialStore: broken } })
      await expect(change({ ...one, environment: through })).rejects.toThrow(PortError)
    }
    expect(authenticate(environment, other.token)).toMatchObject({ kind: 'valid' })
    expect(await change(one)).toEqual(changed)
  })

  it('T-14: with a present one that a reset has replaced while it was being checked', async () => {
    const one = await acting()
    const { environment } = one
    const { credentialStore } = environment.ports
    const slow: typeof credentialStore = {
      ...credentialStore,
      async checkPassword(user, password) {
        const check = await credentialStore.checkPassword(user, password)
        await reset(environment)
        return check
      },
    }
    const through = environment.with({ ports: { credentialStore: slow } })
    expect(await change({ ...one, environment: through })).toEqual(ended)
    const { ada } = one
    const entered = await environment.logIn({ ...ada, password: 'of the reset' })
    expect(entered).toMatchObject({ kind: 'authenticated' })
  })
})

describe('a change while a reset overtakes it', () => {
  it('closes everything, since either password may hold', async () => {
    const one = await acting()
    const { environment } = one
    const { credentialStore } = environment.ports
    let isFirst = true
    const slow: typeof credentialStore = {
      ...credentialStore,
      async setPassword(user, password, claim) {
        if (isFirst) {
          isFirst = false
          await reset(environment)
        }
        await credentialStore.setPassword(user, password, claim)
      },
    }
    const through = environment.with({ ports: { credentialStore: slow } })
    await expect(change({ ...one, environment: through })).rejects.toThrow(PortError)
    expect(authenticate(environment, one.token)).toEqual(ended)
  })
})

describe('a process that dies while it changes a password', () => {
  it.each(deathsWithin(5))('leaves no way in by the old one: %j', async (death) => {
    const one = await acting()
    const { environment, ada } = one
    const other = await signedIn(environment, ada)
    const dying = killed(environment).with({ ports: dyingPorts(environment.ports, death) })
    await change({ ...one, environment: killed(dying) }).catch(() => {})
    environment.ports.clock.advance(replicaTtlSeconds)
    await settleAbandonedResets(environment.ports, { leasedUntil: new Date(0) })
    await environment.ports.endings.reload()
    const isOld = (await environment.logIn(ada)).kind === 'authenticated'
    const isNew =
      (await environment.logIn({ ...ada, password: newPassword })).kind === 'authenticated'
    expect([isOld, isNew].filter(Boolean)).toHaveLength(1)
    if (isNew) {
      expect(authenticate(environment, other.token)).toEqual(ended)
      const told = [
        ...(await environment.mails('password_changed')),
        ...(await environment.mails('password_doubtful')),
      ]
      expect(told).toHaveLength(1)
    }
    const left = await environment.ports.store.transaction((tx) =>
      tx.oneTimeTokens.findLeased('set_password'),
    )
    expect(left).toEqual([])
  })
})

function change(
  { environment, token }: Acting,
  passwords: { readonly currentPassword?: string; readonly newPassword?: string } = {},
) {
  const command = { token, currentPassword, newPassword, ...passwords, from: environment.from() }
  return environment.auth.changePassword(command)
}

async function reset({ auth, from, lastMail }: TestEnvironment): Promise<void> {
  await auth.forgotPassword({ email: 'ada@example.com', from: from() })
  const { accounts } = await lastMail('password_reset')
  const resetToken = accounts[0]?.token ?? ''
  const outcome = await auth.resetPassword({
    resetToken,
    newPassword: 'of the reset',
    from: from(),
  })
  outcomeOf('password_reset', outcome)
}
