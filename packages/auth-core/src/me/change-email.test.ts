import { describe, expect, it } from '@jest/globals'
import { type Acting, acting, bobElsewhere, signedIn } from '../../test-support/acting.ts'
import { deathsWithin, dyingPorts } from '../../test-support/dying-ports.ts'
import { outcomeOf } from '../../testing/test-environment.ts'
import { secondsAfter } from '../lib/time.ts'

const currentPassword = 'correct horse'
const email = 'Countess@example.org'
const requested = { kind: 'email_change_requested', pendingEmail: email }
const verified = { kind: 'email_verified', email }
const invalidToken = { kind: 'refused', refusal: 'verification_token_invalid' }

describe('asking for another address', () => {
  it('mails a link there, tells the present one, and changes nothing else', async () => {
    const one = await acting({ settings: { verificationTokenSeconds: 3600 } })
    const { environment, ada, token } = one
    const before = await environment.account(ada.accountId)
    expect(await change(one)).toEqual(requested)
    expect(await environment.mails('email_change')).toEqual([
      {
        kind: 'email_change',
        to: email,
        organization: 'Acme Ltd',
        username: ada.username,
        token: expect.stringMatching(/^[\w-]{43}$/),
        expiresAt: secondsAfter(environment.ports.clock.now(), 3600),
      },
    ])
    expect(await environment.mails('email_change_requested')).toMatchObject([{ to: ada.email }])
    expect(await environment.account(ada.accountId)).toEqual({ ...before, pendingEmail: email })
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
    const read = await environment.auth.readMe({ token, from: environment.from() })
    expect(read).toMatchObject({ pendingEmail: email })
    expect(await environment.audit('email_change_requested')).toMatchObject([
      { outcome: 'ok', accountId: ada.accountId, tenantId: 'acme' },
    ])
  })

  it('tells nothing to an address that was never confirmed', async () => {
    const one = await acting()
    await one.environment.changeAccount(one.ada.accountId, { emailVerified: false })
    expect(await change(one)).toEqual(requested)
    expect(await one.environment.mails('email_change_requested')).toEqual([])
    expect(await confirm(one)).toEqual(verified)
    expect(await one.environment.mails('email_changed')).toEqual([])
  })

  it('needs the password, and counts a wrong one like a failed login', async () => {
    const one = await acting()
    for (let tried = 0; tried < 11; tried += 1) {
      expect(await change(one, { currentPassword: 'wrong' })).toMatchObject({
        refusal: 'invalid_credentials',
      })
    }
    expect(await change(one)).toMatchObject({ refusal: 'rate_limited' })
    expect(await one.environment.mails('email_change')).toEqual([])
    const audit = await one.environment.audit('email_change_requested')
    expect(audit[0]).toMatchObject({ outcome: 'refused' })
  })

  it.each([
    ['what is no address', 'nobody', 'syntax'],
    ['the present one', 'ada@example.com', 'unchanged'],
  ])('does not take %s', async (_, other) => {
    const one = await acting()
    const outcome = await change(one, { email: other })
    expect(outcomeOf('invalid', outcome).errors).toMatchObject([{ field: 'email' }])
  })

  it('takes another spelling of the present one', async () => {
    const one = await acting()
    expect(await change(one, { email: 'Ada@example.com' })).toMatchObject({
      kind: 'email_change_requested',
    })
    expect(await confirm(one)).toEqual({ kind: 'email_verified', email: 'Ada@example.com' })
  })

  it('does not take the address of another member', async () => {
    const one = await acting()
    await addMember(one)
    expect(await change(one)).toMatchObject({ refusal: 'already_member' })
    expect(await one.environment.mails('email_change')).toEqual([])
  })

  it('is limited: one mail a minute, five a day to one address', async () => {
    const one = await acting()
    const { clock } = one.environment.ports
    expect(await change(one)).toEqual(requested)
    expect(await change(one)).toMatchObject({ refusal: 'rate_limited' })
    for (let sent = 1; sent < 5; sent += 1) {
      // What has not left is cancelled by the next request.
      await one.environment.mails('email_change')
      clock.advance(60)
      expect(await change(one)).toEqual(requested)
    }
    clock.advance(60)
    expect(await change(one)).toMatchObject({ refusal: 'rate_limited' })
    expect(await one.environment.mails('email_change')).toHaveLength(5)
  })

  it('replaces an earlier request, whose link is good no more', async () => {
    const one = await acting()
    await change(one)
    const { token } = await one.environment.lastMail('email_change')
    one.environment.ports.clock.advance(60)
    await change(one, { email: 'other@example.org' })
    expect(await verify(one, { token, password: currentPassword })).toEqual(invalidToken)
    expect(await confirm(one)).toEqual({ kind: 'email_verified', email: 'other@example.org' })
  })
})

describe('confirming another address', () => {
  it('gives it to the account and to the credential store, and tells the old one', async () => {
    const one = await acting()
    const { environment, ada } = one
    await change(one)
    expect(await confirm(one)).toEqual(verified)
    const account = await environment.account(ada.accountId)
    const canonical = email.toLowerCase()
    const now = { email, emailCanonical: canonical, emailVerified: true, pendingEmail: null }
    expect(account).toMatchObject(now)
    expect(account && environment.ports.credentialStore.profileOf(account)).toMatchObject({ email })
    expect(await environment.mails('email_changed')).toMatchObject([{ to: ada.email }])
    expect(await environment.audit('email_changed')).toMatchObject([{ accountId: ada.accountId }])
    expect(await environment.logIn({ ...ada, email })).toMatchObject({ kind: 'authenticated' })
    expect(await environment.logIn(ada)).toMatchObject({ refusal: 'invalid_credentials' })
  })

  it('is done by an access token of the account, too', async () => {
    const one = await acting()
    await change(one)
    const { token } = await one.environment.lastMail('email_change')
    expect(await verify(one, { token, accessToken: one.token })).toEqual(verified)
    expect(await verify(one, { token, accessToken: one.token })).toEqual(invalidToken)
  })

  it('is not done by the access token of another account, nor by a wrong or a new password', async () => {
    const one = await acting()
    const { environment } = one
    const bob = await bobElsewhere(environment)
    const { token: accessToken } = await signedIn(environment, bob)
    await change(one)
    const { token } = await environment.lastMail('email_change')
    expect(await verify(one, { token, accessToken })).toMatchObject({ refusal: 'forbidden' })
    expect(await verify(one, { token, password: 'wrong' })).toMatchObject({
      refusal: 'invalid_credentials',
    })
    expect(await verify(one, { token, newPassword: 'battery staple' })).toEqual(invalidToken)
    expect(await verify(one, { token })).toMatchObject({ kind: 'invalid' })
    expect(await confirm(one)).toEqual(verified)
  })

  it('says beforehand what it is about', async () => {
    const one = await acting()
    await change(one)
    const { token } = await one.environment.lastMail('email_change')
    const { auth, from } = one.environment
    expect(await auth.readVerification({ token, from: from() })).toMatchObject({
      purpose: 'change_email',
      email,
      account: { username: one.ada.username },
    })
  })

  it('takes away what was mailed to the old address', async () => {
    const one = await acting()
    const { environment, ada } = one
    const { auth, from } = environment
    await environment.changeAccount(ada.accountId, { emailVerified: false })
    const { token } = await environment.lastMail('verify_email')
    await auth.forgotPassword({ email: ada.email, from: from() })
    const { accounts } = await environment.lastMail('password_reset')
    await change(one)
    await confirm(one)
    expect(await verify(one, { token, newPassword: 'battery staple' })).toEqual(invalidToken)
    const resetToken = accounts[0]?.token ?? ''
    const reset = { resetToken, newPassword: 'battery staple', from: from() }
    expect(await auth.resetPassword(reset)).toMatchObject({ refusal: 'reset_token_invalid' })
  })

  it('gives the store the old one back when another member has got it meanwhile', async () => {
    const one = await acting()
    await change(one)
    await addMember(one)
    expect(await confirm(one)).toMatchObject({ refusal: 'already_member' })
    const account = await one.environment.account(one.ada.accountId)
    expect(account).toMatchObject({ email: one.ada.email })
    const kept = account && one.environment.ports.credentialStore.profileOf(account)
    expect(kept).toMatchObject({ email: one.ada.email })
  })

  it('works until a week has passed, and is not told as pending afterwards', async () => {
    const one = await acting()
    const { environment, ada } = one
    await change(one)
    const { token } = await environment.lastMail('email_change')
    environment.ports.clock.advance(7 * 24 * 3600)
    expect(await verify(one, { token, password: currentPassword })).toEqual(invalidToken)
    const late = await signedIn(environment, ada)
    const read = await environment.auth.readMe({ token: late.token, from: environment.from() })
    expect(read).toMatchObject({ kind: 'me', pendingEmail: null })
  })

  it.each(deathsWithin(4))('can be repeated after a process died on the way: %j', async (death) => {
    const one = await acting()
    const { environment, ada } = one
    await change(one)
    const dying = environment.with({ ports: dyingPorts(environment.ports, death) })
    const { token } = await environment.lastMail('email_change')
    const proof = { token, password: currentPassword }
    await verify({ ...one, environment: dying }, proof).catch(() => {})
    const between = await environment.account(ada.accountId)
    if (between?.email !== email) expect(await verify(one, proof)).toEqual(verified)
    const account = await environment.account(ada.accountId)
    expect(account).toMatchObject({ email, pendingEmail: null })
    expect(account && environment.ports.credentialStore.profileOf(account)).toMatchObject({ email })
  })

  it('happens once for two who confirm at the same time', async () => {
    const one = await acting()
    await change(one)
    const { token } = await one.environment.lastMail('email_change')
    const proof = { token, password: currentPassword }
    const outcomes = await Promise.all([verify(one, proof), verify(one, proof)])
    expect(outcomes.filter(({ kind }) => kind === 'email_verified')).toHaveLength(1)
    const account = await one.environment.account(one.ada.accountId)
    expect(account).toMatchObject({ email })
    const kept = account && one.environment.ports.credentialStore.profileOf(account)
    expect(kept).toMatchObject({ email })
    expect(await one.environment.mails('email_changed')).toHaveLength(1)
  })
})

describe('a new address that waits is forgotten', () => {
  it('by a new password by mail', async () => {
    const one = await acting()
    const { environment, ada } = one
    const { auth, from } = environment
    await change(one)
    const { token } = await environment.lastMail('email_change')
    await auth.forgotPassword({ email: ada.email, from: from() })
    const { accounts } = await environment.lastMail('password_reset')
    const resetToken = accounts[0]?.token ?? ''
    const newPassword = 'battery staple'
    outcomeOf('password_reset', await auth.resetPassword({ resetToken, newPassword, from: from() }))
    expect(await verify(one, { token, password: newPassword })).toEqual(invalidToken)
    expect(await environment.account(ada.accountId)).toMatchObject({ pendingEmail: null })
  })

  it('by a claim, with the mail that has not left', async () => {
    const one = await acting()
    const { environment, ada } = one
    await environment.changeAccount(ada.accountId, { emailVerified: false })
    const { token } = await environment.lastMail('verify_email')
    await change(one)
    const newPassword = 'battery staple'
    expect(await verify(one, { token, newPassword })).toMatchObject({ kind: 'email_verified' })
    expect(await environment.account(ada.accountId)).toMatchObject({
      email: ada.email,
      pendingEmail: null,
    })
    expect(await environment.mails('email_change')).toEqual([])
  })
})

interface Changes {
  readonly email?: string
  readonly currentPassword?: string
}

function change({ environment: { auth, from }, token }: Acting, changes: Changes = {}) {
  return auth.changeEmail({ token, email, currentPassword, ...changes, from: from() })
}

interface Proof {
  readonly token: string
  readonly password?: string
  readonly newPassword?: string
  readonly accessToken?: string
}

function verify({ environment: { auth, from } }: Acting, proof: Proof) {
  return auth.verifyEmail({ ...proof, from: from() })
}

async function confirm(one: Acting) {
  const { token } = await one.environment.lastMail('email_change')
  return verify(one, { token, password: currentPassword })
}

/** Adds a member who has the address that Ada wants. */
async function addMember({ environment, ada }: Acting): Promise<void> {
  const account = await environment.account(ada.accountId)
  if (!account) throw new TypeError('no account')
  const emailCanonical = email.toLowerCase()
  const other = { ...account, id: 'bob', username: 'bob', email, emailCanonical }
  await environment.ports.store.transaction((tx) => tx.accounts.insert(other))
}
