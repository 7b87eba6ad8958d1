import { describe, expect, it } from '@jest/globals'
import { type Death, death, deathsWithin, dyingPorts } from '../../test-support/dying-ports.ts'
import { acceptCommand, bobsPassword, createInviting } from '../../test-support/inviting.ts'
import { killed, noteAlive } from '../../test-support/killed.ts'
import { outagesWithin, storeWithOutage } from '../../test-support/outage.ts'
import { down } from '../../testing/index.ts'
import { outcomeOf, type TestEnvironment } from '../../testing/test-environment.ts'
import { PortError } from '../ports/port-error.ts'
import { replicaTtlSeconds } from '../records/replica.ts'
import { reservationSeconds } from '../registration/reservation.ts'
import { undoAbandonedAcceptances } from './undo-acceptances.ts'

/** Lease and reserve, add the user, activate. */
const callsOfAcceptance = 3
const bob = { email: 'bob@example.com', password: bobsPassword }
const leaseSeconds = 60

describe('an acceptance whose process dies', () => {
  it.each(deathsWithin(callsOfAcceptance))(
    'at call $atCall with its effect $effect is finished, or undone by a job, and can be repeated',
    async (when) => {
      const { environment, accept, token } = await invitedOnce()
      await dieAccepting(environment, token, when)
      environment.ports.clock.advance(leaseSeconds)
      expect(await undo(environment)).toBe(isFinished(when) || isUntouched(when) ? 0 : 1)
      expect(await undo(environment)).toBe(0)
      expect(await accept(token)).toMatchObject(
        isFinished(when) ? { refusal: 'invitation_invalid' } : { kind: 'invitation_accepted' },
      )
      expect(await environment.logIn(bob)).toMatchObject({ kind: 'authenticated' })
    },
  )

  it.each(deathsWithin(callsOfAcceptance))(
    'at call $atCall with its effect $effect keeps nobody waiting once it is known to be dead',
    async (when) => {
      const { environment, accept, token } = await invitedOnce()
      await noteAlive(environment)
      await dieAccepting(killed(environment), token, when)
      environment.ports.clock.advance(replicaTtlSeconds)
      const changes = { username: 'robert' }
      expect(await accept(token, changes)).toMatchObject(
        isFinished(when) ? { refusal: 'invitation_invalid' } : { username: 'robert' },
      )
      expect(await environment.logIn(bob)).toMatchObject({ kind: 'authenticated' })
      expect(await usernames(environment)).toEqual([isFinished(when) ? 'bob' : 'robert'])
    },
  )

  it('within three calls dies, and lives with one more', async () => {
    const { environment, token } = await invitedOnce()
    const ports = dyingPorts(environment.ports, { atCall: callsOfAcceptance + 1, effect: 'lost' })
    const living = environment.with({ ports })
    const outcome = await living.auth.acceptInvitation(acceptCommand(living, token))
    expect(outcome).toMatchObject({ kind: 'invitation_accepted' })
  })

  it('lets nobody in before it is finished', async () => {
    const { environment, token } = await invitedOnce()
    await dieAccepting(environment, token, { atCall: 3, effect: 'lost' })
    expect(await environment.logIn(bob)).toMatchObject({ refusal: 'invalid_credentials' })
  })

  it('leaves its username to whoever wants it, and the invitation stays good', async () => {
    const { environment, accept, token } = await invitedOnce()
    await dieAccepting(environment, token, { atCall: 2, effect: 'done' })
    environment.ports.clock.advance(leaseSeconds)
    await undo(environment)
    await environment.signUp({ username: 'bob', email: 'b@example.org', organizationName: 'Bobs' })
    expect(await accept(token)).toMatchObject({ refusal: 'username_taken' })
    expect(await accept(token, { username: 'bob2' })).toMatchObject({ username: 'bob2' })
  })

  it('is undone although the invitation was taken back meanwhile', async () => {
    const { environment, administrator, id, token } = await invitedOnce()
    await dieAccepting(environment, token, { atCall: 2, effect: 'done' })
    const command = { token: administrator, id, from: environment.from() }
    outcomeOf('invitation_revoked', await environment.auth.revokeInvitation(command))
    expect(await undo(environment)).toBe(0)
    environment.ports.clock.advance(reservationSeconds + 1)
    expect(await undo(environment)).toBe(1)
    expect(await usernames(environment)).toEqual([])
    const names = { username: 'bob', email: 'b@example.org', firstName: 'B', lastName: 'B' }
    const free = { ...names, password: bobsPassword }
    expect(await environment.ports.credentialStore.addUser('acme', free, [])).not.toBeNull()
  })

  it('can be undone later while the credential store is away', async () => {
    const { environment, accept, token } = await invitedOnce()
    await dieAccepting(environment, token, { atCall: 2, effect: 'done' })
    environment.ports.clock.advance(leaseSeconds)
    const { credentialStore } = environment.ports
    const away = { ...credentialStore, removeUser: down('credential_store') }
    const broken = environment.with({ ports: { credentialStore: away } })
    await expect(undo(broken)).rejects.toMatchObject({ port: 'credential_store' })
    environment.ports.clock.advance(leaseSeconds)
    expect(await undo(environment)).toBe(1)
    expect(await accept(token)).toMatchObject({ kind: 'invitation_accepted' })
  })
})

describe('an acceptance that is under way', () => {
  it('is left alone by the job', async () => {
    const { environment, token } = await invitedOnce()
    const { credentialStore } = environment.ports
    const watched = environment.with({
      ports: {
        credentialStore: {
          ...credentialStore,
          async addUser(...parameters) {
            expect(await undo(environment)).toBe(0)
            return credentialStore.addUser(...parameters)
          },
        },
      },
    })
    const outcome = await watched.auth.acceptInvitation(acceptCommand(watched, token))
    expect(outcome).toMatchObject({ kind: 'invitation_accepted' })
  })

  it('fails when it was too slow and another has undone it, and leaves nothing of its own', async () => {
    const { environment, token, accept } = await invitedOnce()
    const { credentialStore, clock } = environment.ports
    const slow = environment.with({
      ports: {
        credentialStore: {
          ...credentialStore,
          async addUser(...parameters) {
            clock.advance(leaseSeconds)
            expect(await undo(environment)).toBe(1)
            return credentialStore.addUser(...parameters)
          },
        },
      },
    })
    const attempt = slow.auth.acceptInvitation(acceptCommand(slow, token))
    await expect(attempt).rejects.toMatchObject({ port: 'credential_store', failure: 'timeout' })
    expect(await accept(token)).toMatchObject({ kind: 'invitation_accepted' })
  })

  it('makes a second one wait while a late request may still arrive, and is undone afterwards', async () => {
    const { environment, token, accept } = await invitedOnce()
    const { credentialStore, clock } = environment.ports
    const addUser = async () => {
      throw new PortError('credential_store', 'timeout')
    }
    const late = environment.with({ ports: { credentialStore: { ...credentialStore, addUser } } })
    const attempt = late.auth.acceptInvitation(acceptCommand(late, token))
    await expect(attempt).rejects.toMatchObject({ failure: 'timeout' })
    await expect(accept(token)).rejects.toMatchObject({ failure: 'unavailable' })
    const user = { ...acceptCommand(environment, token), username: 'bob', email: bob.email }
    await credentialStore.addUser('acme', user, [])
    clock.advance(leaseSeconds)
    expect(await accept(token)).toMatchObject({ kind: 'invitation_accepted' })
    expect(await environment.logIn(bob)).toMatchObject({ kind: 'authenticated' })
  })

  it.each(outagesWithin(2))(
    'is finished, or can be repeated, when the database goes away at transaction $atCall ($effect)',
    async (when) => {
      const { environment, token, accept } = await invitedOnce()
      const { store, sleep } = storeWithOutage(environment.ports.store, when)
      const flaky = environment.with({ ports: { store, sleep } })
      const attempt = flaky.auth.acceptInvitation(acceptCommand(flaky, token))
      await expect(attempt).rejects.toMatchObject({ port: 'store' })
      await new Promise((resolve) => setImmediate(resolve))
      const isDone = when.atCall === 2 && when.effect === 'done'
      expect(await accept(token)).toMatchObject(
        isDone ? { refusal: 'invitation_invalid' } : { kind: 'invitation_accepted' },
      )
      expect(await environment.logIn(bob)).toMatchObject({ kind: 'authenticated' })
    },
  )
})

async function invitedOnce() {
  const { environment, token: administrator, invited, accept } = await createInviting()
  return { environment, administrator, accept, ...(await invited()) }
}

async function dieAccepting(environment: TestEnvironment, token: string, when: Death) {
  const dying = environment.with({ ports: dyingPorts(environment.ports, when) })
  const attempt = dying.auth.acceptInvitation(acceptCommand(dying, token))
  await expect(attempt).rejects.toBe(death)
}

function isFinished({ atCall, effect }: Death): boolean {
  return atCall === callsOfAcceptance && effect === 'done'
}

function isUntouched({ atCall, effect }: Death): boolean {
  return atCall === 1 && effect === 'lost'
}

/** What a job does once a minute. */
function undo({ ports }: TestEnvironment): Promise<number> {
  const now = ports.clock.now()
  const reservedBefore = new Date(now.getTime() - reservationSeconds * 1000)
  return undoAbandonedAcceptances(ports, { leasedUntil: now, reservedBefore })
}

async function usernames({ ports }: TestEnvironment): Promise<readonly string[]> {
  const found = await ports.store.transaction((tx) => tx.accounts.findByEmail('bob@example.com'))
  return found.map(({ username }) => username)
}
