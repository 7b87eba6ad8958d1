import { createAuth, defaultSettings, type Requester } from '@gatehouse/auth-core'
import { createMemoryPorts, down } from '@gatehouse/auth-core/testing'
import { expect, it } from '@jest/globals'
import { recover } from './recover.ts'

const nothing = { signUpsUndone: 0, resetsSettled: 0 }

it('has nothing to do after a clean stop', async () => {
  const { ports } = await signedUp()
  expect(await recover(ports)).toEqual(nothing)
})

it('undoes a sign-up that a crash cut off, even a moment ago, so that it can be repeated', async () => {
  const { ports, auth, command } = await signedUp()
  const unfinished = { ...command, username: 'grace', organizationName: 'navy' }
  // The store goes away halfway: nobody can undo what was begun.
  const away = { createTenant: down('credential_store'), removeTenant: down('credential_store') }
  const credentialStore = { ...ports.credentialStore, ...away }
  const dying = createAuth({ ...ports, credentialStore }, defaultSettings)
  await expect(dying.signUp(unfinished)).rejects.toThrow()
  expect(await auth.signUp(unfinished)).toMatchObject({ kind: 'refused' })

  expect(await recover(ports)).toEqual({ ...nothing, signUpsUndone: 1 })
  expect(await auth.signUp(unfinished)).toMatchObject({ kind: 'signed_up' })
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
      claimedUntil: soon,
    }),
  )
  expect(await recover(ports)).toEqual({ ...nothing, resetsSettled: 1 })
  const freed = await ports.store.transaction((tx) =>
    tx.oneTimeTokens.find('reset_password', 'digest'),
  )
  expect(freed?.claimedUntil).toBeNull()
})

it('gives back the mails that a dead worker had taken', async () => {
  const { ports } = await signedUp()
  const now = ports.clock.now()
  const later = new Date(now.getTime() + 60_000)
  const due = () => ports.store.transaction((tx) => tx.outbox.claimDue(now, 10, later))
  const [taken] = await due()
  expect(await due()).toEqual([])
  await recover(ports)
  expect(await due()).toEqual([taken])
})

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
