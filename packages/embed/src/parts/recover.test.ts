import { createAuth, defaultSettings, deliverMail, type Requester } from '@gatehouse/auth-core'
import { createMemoryPorts, down } from '@gatehouse/auth-core/testing'
import { expect, it, jest } from '@jest/globals'
import { recover } from './recover.ts'

const nothing = { signUpsUndone: 0, resetsSettled: 0 }

it('has nothing to do after a clean stop', async () => {
  const { ports } = await signedUp()
  expect(await recover(ports)).toEqual(nothing)
})

it('undoes a sign-up that a crash cut off, even a moment ago, so that it can be repeated', async () => {
  const { ports, auth, unfinished } = await signedUpByHalf()
  expect(await auth.signUp(unfinished)).toMatchObject({ kind: 'refused' })

  expect(await recover(ports)).toEqual({ ...nothing, signUpsUndone: 1 })
  expect(await auth.signUp(unfinished)).toMatchObject({ kind: 'signed_up' })
})

it('leaves unfinished sign-ups for later while the credential store is away', async () => {
  const { ports, portsAway } = await signedUpByHalf()
  expect(await recover(portsAway)).toEqual({ ...nothing, signUpsUndone: undefined })
  expect(await recover(ports)).toEqual({ ...nothing, signUpsUndone: 1 })
})

it('does not wait for a credential store that hangs', async () => {
  jest.useFakeTimers()
  const { ports } = await signedUpByHalf()
  const removeTenant = () => new Promise<void>(() => {})
  const credentialStore = { ...ports.credentialStore, removeTenant }
  const recovering = recover({ ...ports, credentialStore })
  await jest.advanceTimersByTimeAsync(10_000)
  expect(await recovering).toEqual({ ...nothing, signUpsUndone: undefined })
  jest.useRealTimers()
})

it('fails when it is the database that does not work', async () => {
  const { ports } = await signedUpByHalf()
  const credentialStore = { ...ports.credentialStore, removeTenant: down('store') }
  await expect(recover({ ...ports, credentialStore })).rejects.toThrow()
})

it('frees a reset token that somebody died over', async () => {
  const { ports, accountId } = await signedUp()
  const now = ports.clock.now()
  const soon = new Date(now.getTime() + 60_000)
  await ports.store.transaction((tx) =>
    tx.oneTimeTokens.insert({
      digest: 'digest',
      purpose: 'reset_password',
      accountId,
      createdAt: now,
      expiresAt: new Date(now.getTime() + 600_000),
      lease: { by: 'replica-1', until: soon },
    }),
  )
  expect(await recover(ports)).toEqual({ ...nothing, resetsSettled: 1 })
  const freed = await ports.store.transaction((tx) =>
    tx.oneTimeTokens.find('reset_password', 'digest'),
  )
  expect(freed?.lease).toBeNull()
})

it('undoes the acceptance of an invitation that a crash cut off a moment ago, so that it can be repeated', async () => {
  const { ports, auth, command, accountId } = await signedUp()
  const email = 'bob@example.com'
  await ports.store.transaction(async (tx) => {
    const account = await tx.accounts.find(accountId)
    if (account) await tx.accounts.update({ ...account, emailVerified: true })
  })
  const { from } = command
  const login = await auth.logIn({ email: command.email, password: command.password, from })
  if (login.kind !== 'authenticated') throw new Error(login.kind)
  await auth.invite({ token: login.token, email, from })
  await deliverMail(ports)
  const mail = ports.mailer.sent.map((sent) => sent.mail).find(({ kind }) => kind === 'invitation')
  if (mail?.kind !== 'invitation') throw new Error('no mail has left')
  const bob = { ...command, token: mail.token, username: 'bob' }
  const reached = Promise.withResolvers<void>()
  const addUser = () => {
    reached.resolve()
    return new Promise<never>(() => {})
  }
  const credentialStore = { ...ports.credentialStore, addUser }
  void createAuth({ ...ports, credentialStore }, defaultSettings).acceptInvitation(bob)
  await reached.promise
  await expect(auth.acceptInvitation(bob)).rejects.toThrow()
  expect(await recover(ports)).toEqual(nothing)
  expect(await auth.acceptInvitation(bob)).toMatchObject({ kind: 'invitation_accepted' })
})

it('gives back the mails that a dead process had taken', async () => {
  const { ports } = await signedUp()
  const now = ports.clock.now()
  const later = new Date(now.getTime() + 60_000)
  const limits = { untried: 10, tried: 10 }
  const due = () =>
    ports.store.transaction((tx) => tx.outbox.leaseDue(now, limits, { by: '', until: later }))
  const [taken] = await due()
  expect(await due()).toEqual([])
  await recover(ports)
  expect(await due()).toEqual([taken])
})

/** Also a second sign-up, whose process dies while the credential store is at work. */
async function signedUpByHalf() {
  const { ports, auth, command } = await signedUp()
  const unfinished = { ...command, username: 'grace', organizationName: 'navy' }
  const reached = Promise.withResolvers<void>()
  const createTenant = () => {
    reached.resolve()
    return new Promise<never>(() => {})
  }
  const credentialStore = { ...ports.credentialStore, createTenant }
  void createAuth({ ...ports, credentialStore }, defaultSettings).signUp(unfinished)
  await reached.promise
  const away = { removeTenant: down('credential_store') }
  const portsAway = { ...ports, credentialStore: { ...ports.credentialStore, ...away } }
  return { ports, portsAway, auth, unfinished }
}

async function signedUp() {
  const ports = createMemoryPorts()
  const auth = createAuth(ports, defaultSettings)
  const from: Requester = {
    client: 'cli',
    network: '192.0.2.1',
    userAgent: '',
    requestId: 'r-1',
    receivedAt: ports.clock.now(),
  }
  const command = {
    username: 'ada',
    email: 'ada@example.com',
    password: 'a long enough one',
    firstName: 'Ada',
    lastName: 'Lovelace',
    organizationName: 'engines',
    companyName: 'Engines',
    from,
  }
  const outcome = await auth.signUp(command)
  if (outcome.kind !== 'signed_up') throw new Error(outcome.kind)
  return { ports, auth, command, accountId: outcome.userId }
}
