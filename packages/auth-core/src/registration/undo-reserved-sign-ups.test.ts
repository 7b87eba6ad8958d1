import { describe, expect, it } from '@jest/globals'
import { type Death, death, deathsWithin, dyingPorts } from '../../test-support/dying-ports.ts'
import { killed, noteAlive } from '../../test-support/killed.ts'
import { down } from '../../testing/index.ts'
import { createStage, type Stage } from '../../testing/stage.ts'
import { PortError } from '../port-error.ts'
import { aliveSeconds } from '../records/replica.ts'
import { reservationSeconds } from './reservation.ts'
import { undoReservation, undoReservedSignUps } from './undo-reserved-sign-ups.ts'

/** Reserve, make the realm, activate. */
const callsOfSignUp = 3
const activated: Death = { atCall: callsOfSignUp, effect: 'done' }

describe('T-26: a sign-up whose process dies', () => {
  it.each(deathsWithin(callsOfSignUp))(
    'at call $atCall with its effect $effect is finished, or can be repeated',
    async (when) => {
      const stage = createStage()
      const command = stage.signUpCommand()
      await dieSigningUp(stage, when)
      const undone = await undo(stage)

      const isFinished = when.atCall === activated.atCall && when.effect === activated.effect
      const isUntouched = when.atCall === 1 && when.effect === 'lost'
      expect(undone).toBe(isFinished || isUntouched ? 0 : 1)
      expect(await stage.auth.signUp(command)).toMatchObject(
        isFinished ? { refusal: 'organization_taken' } : { kind: 'signed_up' },
      )
      expect(await stage.logIn(command)).toMatchObject({ kind: 'authenticated' })
      expect(await stage.mails('verify_email')).toHaveLength(1)
    },
  )

  it('within three calls dies, and lives with one more', async () => {
    const stage = createStage()
    const ports = dyingPorts(stage.ports, { atCall: callsOfSignUp + 1, effect: 'lost' })
    expect(await stage.with({ ports }).signUp()).toMatchObject({ tenantId: 'acme' })
  })

  it('lets nobody in before it is finished', async () => {
    const stage = createStage()
    const command = stage.signUpCommand()
    await dieSigningUp(stage, { atCall: 3, effect: 'lost' })
    expect(await stage.logIn(command)).toMatchObject({ refusal: 'invalid_credentials' })
    const [tenant, account] = await stage.ports.store.transaction(async (tx) => [
      await tx.tenants.find('acme'),
      await tx.accounts.findByUsername(command.username),
    ])
    expect(tenant).toMatchObject({ standing: 'reserved' })
    expect(account).toMatchObject({ standing: 'reserved' })
  })
})

describe('T-26: a sign-up whose process is known to be dead', () => {
  it.each(deathsWithin(callsOfSignUp))(
    'at call $atCall with its effect $effect is finished, or can be repeated',
    async (when) => {
      const stage = createStage()
      const command = stage.signUpCommand()
      await dieSigningUp(killed(stage), when)
      stage.ports.clock.advance(aliveSeconds)

      const isFinished = when.atCall === activated.atCall && when.effect === activated.effect
      expect(await stage.auth.signUp(command)).toMatchObject(
        isFinished ? { refusal: 'organization_taken' } : { kind: 'signed_up' },
      )
      expect(await stage.logIn(command)).toMatchObject({ kind: 'authenticated' })
      expect(await stage.mails('verify_email')).toHaveLength(1)
    },
  )

  it.each([
    ['the organization', { username: 'grace' }],
    ['the username', { organizationName: 'Globex', username: 'ada-acme' }],
  ])('leaves %s to whoever wants it', async (_, changes) => {
    const stage = createStage()
    await dieSigningUp(killed(stage), { atCall: 2, effect: 'done' })
    stage.ports.clock.advance(aliveSeconds)
    const command = stage.signUpCommand(changes)
    expect(await stage.auth.signUp(command)).toMatchObject({ kind: 'signed_up' })
  })

  it('is undone though it is young', async () => {
    const stage = createStage()
    const reservedBefore = stage.ports.clock.now()
    await dieSigningUp(killed(stage), { atCall: 2, effect: 'done' })
    stage.ports.clock.advance(aliveSeconds)
    expect(await undoReservedSignUps(stage.ports, { reservedBefore })).toBe(1)
    expect(await stage.audit('sign_up_undone')).toMatchObject([{ tenantId: 'acme' }])
  })
})

describe('T-26: a sign-up that is repeated while its process may be alive', () => {
  it('waits until the process is known to be dead, and succeeds', async () => {
    const stage = createStage()
    await noteAlive(stage)
    await dieSigningUp(killed(stage), { atCall: 2, effect: 'done' })
    const sleep = async (milliseconds: number) => stage.ports.clock.advance(milliseconds / 1000)
    const patient = stage.with({ ports: { sleep } })
    const since = stage.ports.clock.now().getTime()
    expect(await patient.auth.signUp(stage.signUpCommand())).toMatchObject({ kind: 'signed_up' })
    expect(stage.ports.clock.now().getTime() - since).toBe(aliveSeconds * 1000)
  })

  it.each([
    ['another address', { email: 'grace@example.com' }, 'organization_taken'],
    ['another organization', { organizationName: 'Globex' }, 'username_taken'],
    ['another username', { username: 'grace' }, 'organization_taken'],
  ])('is refused at once if it has %s', async (_, changes, refusal) => {
    const stage = createStage()
    await noteAlive(stage)
    await dieSigningUp(killed(stage), { atCall: 2, effect: 'done' })
    const sleep = () => Promise.reject(new Error('it waited'))
    const command = stage.signUpCommand({ username: 'ada-acme', ...changes })
    expect(await stage.with({ ports: { sleep } }).auth.signUp(command)).toMatchObject({ refusal })
  })

  it('is refused at once if the first had succeeded before', async () => {
    const stage = createStage()
    await stage.signUp()
    const sleep = () => Promise.reject(new Error('it waited'))
    const again = stage.with({ ports: { sleep } }).auth.signUp(stage.signUpCommand())
    expect(await again).toMatchObject({ refusal: 'organization_taken' })
  })

  it('is refused as soon as the first has succeeded', async () => {
    const stage = createStage()
    await noteAlive(stage)
    const [first, again] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { credentialStore } = stage.ports
    const slow = killed(stage).with({
      ports: {
        credentialStore: {
          ...credentialStore,
          async createTenant(...parameters) {
            await first.promise
            return credentialStore.createTenant(...parameters)
          },
        },
      },
    })
    const signingUp = slow.auth.signUp(stage.signUpCommand())
    const repeating = stage
      .with({ ports: { sleep: async () => again.resolve() } })
      .auth.signUp(stage.signUpCommand())
    await again.promise
    first.resolve()
    expect(await signingUp).toMatchObject({ kind: 'signed_up' })
    expect(await repeating).toMatchObject({ refusal: 'organization_taken' })
  })

  it('cannot succeed any more when it was taken for dead, and costs the repeated one nothing', async () => {
    const stage = createStage()
    const command = stage.signUpCommand()
    const { credentialStore } = stage.ports
    const paused = killed(stage).with({
      ports: {
        credentialStore: {
          ...credentialStore,
          async createTenant(...parameters) {
            const made = await credentialStore.createTenant(...parameters)
            stage.ports.clock.advance(aliveSeconds)
            expect(await stage.auth.signUp(command)).toMatchObject({ kind: 'signed_up' })
            return made
          },
        },
      },
    })
    await expect(paused.auth.signUp(command)).rejects.toMatchObject({ failure: 'timeout' })
    expect(await stage.logIn(command)).toMatchObject({ kind: 'authenticated' })
    expect(await stage.mails('verify_email')).toHaveLength(1)
  })
})

describe('T-26: a sign-up that is being undone while it is under way after all', () => {
  it('cannot succeed, though the credential store keeps what it made', async () => {
    const stage = createStage()
    const { credentialStore } = stage.ports
    const removeTenant = down('credential_store')
    const undoing = stage.with({ ports: { credentialStore: { ...credentialStore, removeTenant } } })
    const createTenant: typeof credentialStore.createTenant = async (...parameters) => {
      const made = await credentialStore.createTenant(...parameters)
      const later = { reservedBefore: new Date(8.64e15) }
      await expect(undoReservedSignUps(undoing.ports, later)).rejects.toThrow(PortError)
      return made
    }
    const slow = stage.with({ ports: { credentialStore: { ...credentialStore, createTenant } } })
    await expect(slow.signUp()).rejects.toMatchObject({ failure: 'timeout' })
    expect(await stage.mails('verify_email')).toEqual([])
    expect(await stage.signUp()).toMatchObject({ tenantId: 'acme' })
  })
})

describe('undoing reserved sign-ups', () => {
  it('takes nothing from one that succeeds just before', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    const reserved = await stage.ports.store.transaction((tx) => tx.tenants.find('acme'))
    if (!reserved) throw new TypeError('there is no such tenant')
    await undoReservation(stage.ports, { ...reserved, standing: 'reserved' })
    expect(await stage.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })

  it.each(deathsWithin(4))('goes on where it died at call $atCall, $effect', async (when) => {
    const stage = createStage()
    await dieSigningUp(stage, { atCall: 3, effect: 'lost' })
    stage.ports.clock.advance(3600)
    const dying = dyingPorts(stage.ports, when)
    const reservedBefore = stage.ports.clock.now()
    await expect(undoReservedSignUps(dying, { reservedBefore })).rejects.toBe(death)

    await undo(stage)
    expect(await stage.signUp()).toMatchObject({ tenantId: 'acme' })
  })

  it('leaves a younger reservation alone, whose sign-up may be under way', async () => {
    const stage = createStage()
    const reservedBefore = stage.ports.clock.now()
    await dieSigningUp(stage, { atCall: 3, effect: 'lost' })
    expect(await undoReservedSignUps(stage.ports, { reservedBefore })).toBe(0)
    expect(await stage.auth.signUp(stage.signUpCommand())).toMatchObject({
      refusal: 'organization_taken',
    })
  })

  it('leaves a realm alone that another one made', async () => {
    const stage = createStage()
    await dieSigningUp(stage, { atCall: 1, effect: 'done' })
    const { credentialStore } = stage.ports
    const realm = { id: 'acme', name: 'Acme', reservation: 'of somebody else' }
    const user = { ...stage.signUpCommand(), username: 'grace' }
    const made = await credentialStore.createTenant(realm, user)

    await undo(stage)
    const grace = { tenantId: 'acme', username: 'grace', credentialId: made?.credentialId ?? '' }
    expect(await credentialStore.checkPassword(grace, user.password)).toMatchObject({
      accepted: true,
    })
  })

  it('leaves an organization alone that has been activated', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    expect(await undo(stage)).toBe(0)
    expect(await stage.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })

  it.each([
    ['finished', { standing: 'active' }],
    ['begun by another', { reservation: 'of another sign-up' }],
  ] as const)('leaves a record alone that has been %s meanwhile', async (_, changes) => {
    const stage = createStage()
    await dieSigningUp(stage, { atCall: 2, effect: 'done' })
    const { credentialStore } = stage.ports
    const slow = { ...credentialStore, removeTenant: () => stage.changeTenant('acme', changes) }
    await undo(stage.with({ ports: { credentialStore: slow } }))
    const tenant = await stage.ports.store.transaction((tx) => tx.tenants.find('acme'))
    expect(tenant).toMatchObject(changes)
    expect(await stage.audit('sign_up_undone')).toEqual([])
  })

  it('is on record', async () => {
    const stage = createStage()
    await dieSigningUp(stage, { atCall: 2, effect: 'done' })
    await undo(stage)
    expect(await stage.audit('sign_up_undone')).toMatchObject([{ tenantId: 'acme' }])
  })

  it('keeps what it cannot remove while the credential store is away, for the next time', async () => {
    const stage = createStage()
    await dieSigningUp(stage, { atCall: 2, effect: 'done' })
    stage.ports.clock.advance(3600)
    const { credentialStore, ...ports } = stage.ports
    const broken = { ...credentialStore, removeTenant: down('credential_store') }
    const reservedBefore = stage.ports.clock.now()
    const undoing = undoReservedSignUps({ ...ports, credentialStore: broken }, { reservedBefore })
    await expect(undoing).rejects.toThrow(PortError)
    expect(await undo(stage)).toBe(1)
  })

  it('clears up after a sign-up that could not undo itself, without waiting for it to be old', async () => {
    const stage = createStage()
    await failToUndo(stage)
    const now = stage.ports.clock.now().getTime()
    const reservedBefore = new Date(now - reservationSeconds * 1000)
    expect(await undoReservedSignUps(stage.ports, { reservedBefore })).toBe(1)
    expect(await stage.signUp()).toMatchObject({ tenantId: 'acme' })
  })
})

describe('T-26: a name that a failed sign-up could not give back', () => {
  it.each([
    ['the organization', { username: 'grace' }],
    ['the username', { organizationName: 'Globex', username: 'ada-acme' }],
    ['both', {}],
  ])('is free for the next who wants it, at once: %s', async (_, changes) => {
    const stage = createStage()
    await failToUndo(stage)
    const command = stage.signUpCommand(changes)
    expect(await stage.auth.signUp(command)).toMatchObject({ kind: 'signed_up' })
    expect(await stage.logIn(command)).toMatchObject({ kind: 'authenticated' })
    expect(await stage.audit('sign_up_undone')).toMatchObject([{ tenantId: 'acme' }])
  })

  it('is free as soon as a start has seen it, though the credential store was away then', async () => {
    const stage = createStage()
    await dieSigningUp(stage, { atCall: 2, effect: 'done' })
    const { credentialStore, ...ports } = stage.ports
    const broken = { ...credentialStore, removeTenant: down('credential_store') }
    const reservedBefore = new Date(8.64e15)
    const undoing = undoReservedSignUps({ ...ports, credentialStore: broken }, { reservedBefore })
    await expect(undoing).rejects.toThrow(PortError)
    expect(await stage.signUp()).toMatchObject({ tenantId: 'acme' })
  })

  it('is no reason to say it is taken while the credential store is away', async () => {
    const stage = createStage()
    await failToUndo(stage)
    await failToUndo(stage)
    expect(await stage.signUp()).toMatchObject({ tenantId: 'acme' })
  })

  it('is taken while a sign-up that has it may still succeed', async () => {
    const stage = createStage()
    await dieSigningUp(stage, { atCall: 2, effect: 'done' })
    stage.ports.clock.advance(reservationSeconds)
    const signUp = () => stage.auth.signUp(stage.signUpCommand())
    expect(await signUp()).toMatchObject({ refusal: 'organization_taken' })
    stage.ports.clock.advance(1)
    expect(await signUp()).toMatchObject({ kind: 'signed_up' })
  })
})

/** A sign-up during which the credential store goes away. */
async function failToUndo(stage: Stage): Promise<void> {
  const { credentialStore } = stage.ports
  const broken = {
    ...credentialStore,
    createTenant: down('credential_store'),
    removeTenant: down('credential_store'),
  }
  const signingUp = stage.with({ ports: { credentialStore: broken } }).signUp()
  await expect(signingUp).rejects.toMatchObject({ port: 'credential_store' })
}

async function dieSigningUp(stage: Stage, when: Death): Promise<void> {
  const dying = stage.with({ ports: dyingPorts(stage.ports, when) })
  await expect(dying.auth.signUp(stage.signUpCommand())).rejects.toBe(death)
}

function undo({ ports }: Stage): Promise<number> {
  ports.clock.advance(3600)
  return undoReservedSignUps(ports, { reservedBefore: ports.clock.now() })
}
