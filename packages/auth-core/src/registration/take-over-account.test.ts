import { describe, expect, it } from '@jest/globals'
import { deathsWithin, dyingPorts } from '../../test-support/dying-ports.ts'
import { killed } from '../../test-support/killed.ts'
import { outagesWithin, storeWithOutage } from '../../test-support/outage.ts'
import { down } from '../../testing/index.ts'
import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
} from '../../testing/test-environment.ts'
import { settleAbandonedResets } from '../password-reset/settle-abandoned-resets.ts'
import { PortError } from '../ports/port-error.ts'
import { replicaTtlSeconds } from '../records/replica.ts'

const newPassword = 'battery staple'
const verified = { kind: 'email_verified', email: 'ada@example.com' }
const invalid = { kind: 'refused', refusal: 'verification_token_invalid' }

/** Take the token, set the password, take the account over. */
const callsOfTakeOver = 3

describe('T-92: confirming an address with a new password', () => {
  it('leaves the one who signed up nothing', async () => {
    const { environment, planted, before } = await plant()
    await environment.changeTenant('acme', { otpEnabled: true })
    outcomeOf('otp_required', await environment.logIn(planted))
    const { code } = await environment.lastMail('otp')
    expect(await takeOver(environment, before.link)).toEqual(verified)

    expect(await environment.logIn(planted)).toMatchObject({ refusal: 'invalid_credentials' })
    const { auth } = environment
    const from = environment.from()
    const { token, sessionToken } = before
    expect(await auth.refresh({ token, from })).toMatchObject({ refusal: 'session_ended' })
    expect(await auth.selectTenant({ sessionToken, tenantId: 'acme', from })).toMatchObject({
      refusal: 'session_token_invalid',
    })
    expect(await auth.verifyOtp({ username: planted.username, code, from })).toMatchObject({
      refusal: 'otp_invalid',
    })
    const account = await environment.account(planted.accountId)
    expect(account).toMatchObject({ emailVerified: true })
    expect(account?.apiKey).not.toBe(before.apiKey)
  })

  it('lets the owner in with that password', async () => {
    const { environment, planted, before } = await plant()
    await takeOver(environment, before.link)
    const entered = await environment.logIn({ ...planted, password: newPassword })
    expect(entered).toMatchObject({ kind: 'authenticated' })
  })

  it('is on record and told by mail', async () => {
    const { environment, planted, before } = await plant()
    await takeOver(environment, before.link)
    expect(await environment.audit('account_claimed')).toMatchObject([
      { accountId: planted.accountId, tenantId: 'acme', detail: { by: 'mail' } },
    ])
    expect(await environment.lastMail('password_changed')).toMatchObject({ to: planted.email })
  })

  it('works once', async () => {
    const { environment, before } = await plant()
    const answers = await Promise.all([1, 2, 3].map(() => takeOver(environment, before.link)))
    expect(answers.filter(({ kind }) => kind === 'email_verified')).toHaveLength(1)
    expect(await takeOver(environment, before.link)).toEqual(invalid)
  })

  it('is refused by the rules of passwords, and burns nothing', async () => {
    const { environment, before } = await plant()
    const { errors } = outcomeOf('invalid', await takeOver(environment, before.link, '12345678'))
    expect(errors).toMatchObject([{ field: 'newPassword', rule: 'too_common' }])
    expect(await refresh(environment, before.token)).toMatchObject({ kind: 'refreshed' })
    expect(await takeOver(environment, before.link)).toEqual(verified)
  })

  it('changes nothing when the credential store fails, and can be repeated', async () => {
    const { environment, planted, before } = await plant()
    const setPassword = down('credential_store')
    const credentialStore = { ...environment.ports.credentialStore, setPassword }
    const broken = environment.with({ ports: { credentialStore } })
    await expect(takeOver(broken, before.link)).rejects.toThrow(PortError)
    expect(await environment.account(planted.accountId)).toMatchObject({ emailVerified: false })
    expect(await refresh(environment, before.token)).toMatchObject({ kind: 'refreshed' })
    expect(await takeOver(environment, before.link)).toEqual(verified)
  })

  it('is not overtaken by the password of the sign-up', async () => {
    const { environment, planted, before } = await plant()
    const meanwhile: unknown[] = []
    const setPassword = async () => {
      const { password } = planted
      const confirming = environment.auth.verifyEmail({
        ...{ token: before.link, password, from: environment.from() },
      })
      meanwhile.push(await confirming.catch((error: unknown) => error))
      throw new PortError('credential_store', 'unavailable')
    }
    const credentialStore = { ...environment.ports.credentialStore, setPassword }
    const busy = environment.with({ ports: { credentialStore } })
    await expect(takeOver(busy, before.link)).rejects.toThrow(PortError)
    expect(meanwhile).toEqual([expect.any(PortError)])
    expect(await environment.account(planted.accountId)).toMatchObject({ emailVerified: false })
  })
})

describe('T-92: a process that dies while an address is confirmed with a new password', () => {
  it.each(deathsWithin(callsOfTakeOver))(
    'at call $atCall with its effect $effect leaves it done, or good to be repeated',
    async (when) => {
      const { environment, planted, before } = await plant()
      const dying = killed(environment)
      const ports = dyingPorts(dying.ports, when)
      await expect(takeOver(dying.with({ ports }), before.link)).rejects.toThrow()
      environment.ports.clock.advance(replicaTtlSeconds)
      const isFinished = when.atCall === callsOfTakeOver && when.effect === 'done'
      expect(await takeOver(environment, before.link)).toEqual(isFinished ? invalid : verified)
      expect(await environment.account(planted.accountId)).toMatchObject({ emailVerified: true })
      expect(await refresh(environment, before.token)).toMatchObject({ refusal: 'session_ended' })
      const entered = await environment.logIn({ ...planted, password: newPassword })
      expect(entered).toMatchObject({ kind: 'authenticated' })
      expect(await environment.mails('password_changed')).toHaveLength(1)
    },
  )

  it('has closed what the old password opened once it is settled', async () => {
    const { environment, before } = await plant()
    const dying = killed(environment)
    const ports = dyingPorts(dying.ports, { atCall: 2, effect: 'done' })
    await expect(takeOver(dying.with({ ports }), before.link)).rejects.toThrow()
    environment.ports.clock.advance(60)
    const leasedUntil = environment.ports.clock.now()
    expect(await settleAbandonedResets(environment.ports, { leasedUntil })).toBe(1)
    expect(await refresh(environment, before.token)).toMatchObject({ refusal: 'session_ended' })
    expect(await takeOver(environment, before.link)).toEqual(verified)
  })
})

describe('T-92: a database that goes away while an address is confirmed with a new password', () => {
  it.each(outagesWithin(2))(
    'at transaction $atCall with its effect $effect leaves it done, or good to be repeated',
    async (outage) => {
      const { environment, planted, before } = await plant()
      const unlucky = environment.with({ ports: storeWithOutage(environment.ports.store, outage) })
      await expect(takeOver(unlucky, before.link)).rejects.toMatchObject({ port: 'store' })
      const isFinished = outage.atCall === 2 && outage.effect === 'done'
      expect(await takeOver(environment, before.link)).toEqual(isFinished ? invalid : verified)
      expect(await environment.logIn(planted)).toMatchObject({ refusal: 'invalid_credentials' })
    },
  )
})

/** A stranger has signed up with this address, and is signed in. */
async function plant() {
  const environment = createTestEnvironment()
  const planted = await environment.signUp()
  const { token, sessionToken } = outcomeOf('authenticated', await environment.logIn(planted))
  const { token: link } = await environment.lastMail('verify_email')
  const apiKey = (await environment.account(planted.accountId))?.apiKey
  return { environment, planted, before: { token, sessionToken, link, apiKey } }
}

function takeOver({ auth, from }: TestEnvironment, token: string, password = newPassword) {
  return auth.verifyEmail({ token, newPassword: password, from: from() })
}

function refresh({ auth, from }: TestEnvironment, token: string) {
  return auth.refresh({ token, from: from() })
}
