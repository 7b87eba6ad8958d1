import { describe, expect, it } from '@jest/globals'
import { type Death, death, deathsWithin, dyingPorts } from '../../test-support/dying-ports.ts'
import { killed, noteAlive } from '../../test-support/killed.ts'
import { down } from '../../testing/index.ts'
import { createTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'
import { PortError } from '../ports/port-error.ts'
import { replicaTtlSeconds } from '../records/replica.ts'
import { reservationSeconds } from './reservation.ts'
import { undoReservation, undoReservedSignUps } from './undo-reserved-sign-ups.ts'

/** Reserve, make the realm, activate. */
const callsOfSignUp = 3
const activated: Death = { atCall: callsOfSignUp, effect: 'done' }

describe('T-26: a sign-up whose process dies', () => {
  it.each(deathsWithin(callsOfSignUp))(
    'at call $atCall with its effect $effect is finished, or can be repeated',
    async (when) => {
      const environment = createTestEnvironment()
      const command = environment.signUpCommand()
      await dieSigningUp(environment, when)
      const undone = await undo(environment)

      const isFinished = when.atCall === activated.atCall && when.effect === activated.effect
      const isUntouched = when.atCall === 1 && when.effect === 'lost'
      expect(undone).toBe(isFinished || isUntouched ? 0 : 1)
      expect(await environment.auth.signUp(command)).toMatchObject(
        isFinished ? { refusal: 'organization_taken' } : { kind: 'signed_up' },
      )
      expect(await environment.logIn(command)).toMatchObject({ kind: 'authenticated' })
      expect(await environment.mails('verify_email')).toHaveLength(1)
    },
  )

  it('within three calls dies, and lives with one more', async () => {
    const environment = createTestEnvironment()
    const ports = dyingPorts(environment.ports, { atCall: callsOfSignUp + 1, effect: 'lost' })
    expect(await environment.with({ ports }).signUp()).toMatchObject({ tenantId: 'acme' })
  })

  it('lets nobody in before it is finished', async () => {
    const environment = createTestEnvironment()
    const command = environment.signUpCommand()
    await dieSigningUp(environment, { atCall: 3, effect: 'lost' })
    expect(await environment.logIn(command)).toMatchObject({ refusal: 'invalid_credentials' })
    const [tenant, account] = await environment.ports.store.transaction(async (tx) => [
      await tx.tenants.find('acme'),
      await tx.accounts.findByUsername(command.username),
    ])
    expect(tenant).toMatchObject({ status: 'reserved' })
    expect(account).toMatchObject({ status: 'reserved' })
  })
})

describe('T-26: a sign-up whose process is known to be dead', () => {
  it.each(deathsWithin(callsOfSignUp))(
    'at call $atCall with its effect $effect is finished, or can be repeated',
    async (when) => {
      const environment = createTestEnvironment()
      const command = environment.signUpCommand()
      await dieSigningUp(killed(environment), when)
      environment.ports.clock.advance(replicaTtlSeconds)

      const isFinished = when.atCall === activated.atCall && when.effect === activated.effect
      expect(await environment.auth.signUp(command)).toMatchObject(
        isFinished ? { refusal: 'organization_taken' } : { kind: 'signed_up' },
      )
      expect(await environment.logIn(command)).toMatchObject({ kind: 'authenticated' })
      expect(await environment.mails('verify_email')).toHaveLength(1)
    },
  )

  it.each([
    ['the organization', { username: 'grace' }],
    ['the username', { organizationName: 'Globex', username: 'ada-acme' }],
  ])('leaves %s to whoever wants it', async (_, changes) => {
    const environment = createTestEnvironment()
    await dieSigningUp(killed(environment), { atCall: 2, effect: 'done' })
    environment.ports.clock.advance(replicaTtlSeconds)
    const command = environment.signUpCommand(changes)
    expect(await environment.auth.signUp(command)).toMatchObject({ kind: 'signed_up' })
  })

  it('is undone though it is young', async () => {
    const environment = createTestEnvironment()
    const reservedBefore = environment.ports.clock.now()
    await dieSigningUp(killed(environment), { atCall: 2, effect: 'done' })
    environment.ports.clock.advance(replicaTtlSeconds)
    expect(await undoReservedSignUps(environment.ports, { reservedBefore })).toBe(1)
    expect(await environment.audit('sign_up_undone')).toMatchObject([{ tenantId: 'acme' }])
  })
})

it('T-97: a sign-up is undone whose process died while its clock was months ahead', async () => {
  const environment = createTestEnvironment()
  const { clock } = environment.ports
  const month = 30 * 86_400
  clock.advance(month)
  await noteAlive(environment)
  await dieSigningUp(killed(environment), { atCall: 2, effect: 'done' })
  clock.advance(-month)
  const reservedBefore = new Date(clock.now().getTime() - 300_000)
  expect(await undoReservedSignUps(environment.ports, { reservedBefore })).toBe(1)
  expect(await environment.audit('sign_up_undone')).toMatchObject([{ tenantId: 'acme' }])
})

describe('T-26: a sign-up that is repeated while its process may be alive', () => {
  it('waits until the process is known to be dead, and succeeds', async () => {
    const environment = createTestEnvironment()
    await noteAlive(environment)
    await dieSigningUp(killed(environment), { atCall: 2, effect: 'done' })
    const sleep = async (milliseconds: number) =>
      environment.ports.clock.advance(milliseconds / 1000)
    const patient = environment.with({ ports: { sleep } })
    const since = environment.ports.clock.now().getTime()
    expect(await patient.auth.signUp(environment.signUpCommand())).toMatchObject({
      kind: 'signed_up',
    })
    expect(environment.ports.clock.now().getTime() - since).toBe(replicaTtlSeconds * 1000)
  })

  it.each([
    ['another address', { email: 'grace@example.com' }, 'organization_taken'],
    ['another organization', { organizationName: 'Globex' }, 'username_taken'],
    ['another username', { username: 'grace' }, 'organization_taken'],
  ])('is refused at once if it has %s', async (_, changes, refusal) => {
    const environment = createTestEnvironment()
    await noteAlive(environment)
    await dieSigningUp(killed(environment), { atCall: 2, effect: 'done' })
    const sleep = () => Promise.reject(new Error('it waited'))
    const command = environment.signUpCommand({ username: 'ada-acme', ...changes })
    expect(await environment.with({ ports: { sleep } }).auth.signUp(command)).toMatchObject({
      refusal,
    })
  })

  it('is refused at once if the first had succeeded before', async () => {
    const environment = createTestEnvironment()
    await environment.signUp()
    const sleep = () => Promise.reject(new Error('it waited'))
    const again = environment.with({ ports: { sleep } }).auth.signUp(environment.signUpCommand())
    expect(await again).toMatchObject({ refusal: 'organization_taken' })
  })

  it('is refused as soon as the first has succeeded', async () => {
    const environment = createTestEnvironment()
    await noteAlive(environment)
    const [first, again] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const { credentialStore } = environment.ports
    const slow = killed(environment).with({
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
    const signingUp = slow.auth.signUp(environment.signUpCommand())
    const repeating = environment
      .with({ ports: { sleep: async () => again.resolve() } })
      .auth.signUp(environment.signUpCommand())
    await again.promise
    first.resolve()
    expect(await signingUp).toMatchObject({ kind: 'signed_up' })
    expect(await repeating).toMatchObject({ refusal: 'organization_taken' })
  })

  it('cannot succeed any more when it was taken for dead, and costs the repeated one nothing', async () => {
    const environment = createTestEnvironment()
    const command = environment.signUpCommand()
    const { credentialStore } = environment.ports
    const paused = killed(environment).with({
      ports: {
        credentialStore: {
          ...credentialStore,
          async createTenant(...parameters) {
            const made = await credentialStore.createTenant(...parameters)
            environment.ports.clock.advance(replicaTtlSeconds)
            expect(await environment.auth.signUp(command)).toMatchObject({ kind: 'signed_up' })
            return made
          },
        },
      },
    })
    await expect(paused.auth.signUp(command)).rejects.toMatchObject({ failure: 'timeout' })
    expect(await environment.logIn(command)).toMatchObject({ kind: 'authenticated' })
    expect(await environment.mails('verify_email')).toHaveLength(1)
  })
})

describe('F-1: a sign-up that is undone before its realm is made', () => {
  it.each([
    ['by the same sign-up', (environment: TestEnvironment) => environment.signUpCommand()],
    [
      'by one for another organization',
      (environment: TestEnvironment) =>
        environment.signUpCommand({ organizationName: 'Globex', username: 'ada-acme' }),
    ],
    ['by a job', () => undefined],
  ])('leaves no realm and no name behind: %s', async (_, rival) => {
    const environment = createTestEnvironment()
    const command = environment.signUpCommand()
    const { credentialStore } = environment.ports
    const paused = killed(environment).with({
      ports: {
        credentialStore: {
          ...credentialStore,
          async createTenant(...parameters) {
            environment.ports.clock.advance(replicaTtlSeconds)
            const other = rival(environment)
            if (other) expect(await environment.auth.signUp(other)).toHaveProperty('userId')
            else await undo(environment)
            return credentialStore.createTenant(...parameters)
          },
        },
      },
    })
    const outcome = await paused.auth.signUp(command).catch((error: unknown) => error)
    expect(outcome).not.toHaveProperty('userId')
    const free = environment.signUpCommand({ username: 'free', email: 'free@example.com' })
    const again = rival(environment)?.organizationName === command.organizationName
    expect(await environment.auth.signUp(free)).toMatchObject(
      again ? { refusal: 'organization_taken' } : { kind: 'signed_up' },
    )
    if (again) expect(await environment.logIn(command)).toMatchObject({ kind: 'authenticated' })
  })
})

describe('T-26: a sign-up that is being undone while it is under way after all', () => {
  it('cannot succeed, though the credential store keeps what it made', async () => {
    const environment = createTestEnvironment()
    const { credentialStore } = environment.ports
    const removeTenant = down('credential_store')
    const undoing = environment.with({
      ports: { credentialStore: { ...credentialStore, removeTenant } },
    })
    const createTenant: typeof credentialStore.createTenant = async (...parameters) => {
      const made = await credentialStore.createTenant(...parameters)
      const later = { reservedBefore: new Date(8.64e15) }
      await expect(undoReservedSignUps(undoing.ports, later)).rejects.toThrow(PortError)
      return made
    }
    const slow = environment.with({
      ports: { credentialStore: { ...credentialStore, createTenant } },
    })
    await expect(slow.signUp()).rejects.toMatchObject({ failure: 'timeout' })
    expect(await environment.mails('verify_email')).toEqual([])
    expect(await environment.signUp()).toMatchObject({ tenantId: 'acme' })
  })
})

describe('undoing reserved sign-ups', () => {
  it('F-11: goes on behind one whose realm always fails, and says that it failed', async () => {
    const environment = createTestEnvironment()
    const { ports } = environment
    for (const name of ['acme', 'globex']) {
      const command = environment.signUpCommand({ username: name, organizationName: name })
      const dying = dyingPorts(ports, { atCall: callsOfSignUp, effect: 'lost' })
      await expect(environment.with({ ports: dying }).auth.signUp(command)).rejects.toBe(death)
      ports.clock.advance(60)
    }
    ports.clock.advance(3600)
    const removeTenant: typeof ports.credentialStore.removeTenant = (tenant) =>
      tenant.id === 'acme' ? down('credential_store')() : ports.credentialStore.removeTenant(tenant)
    const hanging = { ...ports, credentialStore: { ...ports.credentialStore, removeTenant } }
    const reservedBefore = ports.clock.now()
    await expect(undoReservedSignUps(hanging, { reservedBefore })).rejects.toThrow(PortError)
    const left = (id: string) => ports.store.transaction((tx) => tx.tenants.find(id))
    expect(await left('globex')).toBeUndefined()
    expect(await left('acme')).toMatchObject({ status: 'reserved' })
    expect(await undoReservedSignUps(ports, { reservedBefore })).toBe(1)
  })

  it('takes nothing from one that succeeds just before', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const reserved = await environment.ports.store.transaction((tx) => tx.tenants.find('acme'))
    if (!reserved) throw new TypeError('there is no such tenant')
    await undoReservation(environment.ports, { ...reserved, status: 'reserved' })
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })

  it.each(deathsWithin(4))('goes on where it died at call $atCall, $effect', async (when) => {
    const environment = createTestEnvironment()
    await dieSigningUp(environment, { atCall: 3, effect: 'lost' })
    environment.ports.clock.advance(3600)
    const dying = dyingPorts(environment.ports, when)
    const reservedBefore = environment.ports.clock.now()
    await expect(undoReservedSignUps(dying, { reservedBefore })).rejects.toBe(death)

    await undo(environment)
    expect(await environment.signUp()).toMatchObject({ tenantId: 'acme' })
  })

  it('leaves a younger reservation alone, whose sign-up may be under way', async () => {
    const environment = createTestEnvironment()
    const reservedBefore = environment.ports.clock.now()
    await dieSigningUp(environment, { atCall: 3, effect: 'lost' })
    expect(await undoReservedSignUps(environment.ports, { reservedBefore })).toBe(0)
    expect(await environment.auth.signUp(environment.signUpCommand())).toMatchObject({
      refusal: 'organization_taken',
    })
  })

  it('leaves a realm alone that another one made', async () => {
    const environment = createTestEnvironment()
    await dieSigningUp(environment, { atCall: 1, effect: 'done' })
    const { credentialStore } = environment.ports
    const realm = { id: 'acme', name: 'Acme', reservation: 'of somebody else' }
    const user = { ...environment.signUpCommand(), username: 'grace' }
    const made = await credentialStore.createTenant(realm, user)

    await undo(environment)
    const grace = { tenantId: 'acme', username: 'grace', credentialId: made?.credentialId ?? '' }
    expect(await credentialStore.checkPassword(grace, user.password)).toMatchObject({
      accepted: true,
    })
  })

  it('leaves an organization alone that has been activated', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    expect(await undo(environment)).toBe(0)
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })

  it.each([
    ['finished', { status: 'active' }],
    ['begun by another', { reservation: 'of another sign-up' }],
  ] as const)('leaves a record alone that has been %s meanwhile', async (_, changes) => {
    const environment = createTestEnvironment()
    await dieSigningUp(environment, { atCall: 2, effect: 'done' })
    const { credentialStore } = environment.ports
    const slow = {
      ...credentialStore,
      removeTenant: () => environment.changeTenant('acme', changes),
    }
    await undo(environment.with({ ports: { credentialStore: slow } }))
    const tenant = await environment.ports.store.transaction((tx) => tx.tenants.find('acme'))
    expect(tenant).toMatchObject(changes)
    expect(await environment.audit('sign_up_undone')).toEqual([])
  })

  it('is on record', async () => {
    const environment = createTestEnvironment()
    await dieSigningUp(environment, { atCall: 2, effect: 'done' })
    await undo(environment)
    expect(await environment.audit('sign_up_undone')).toMatchObject([{ tenantId: 'acme' }])
  })

  it('keeps what it cannot remove while the credential store is away, for the next time', async () => {
    const environment = createTestEnvironment()
    await dieSigningUp(environment, { atCall: 2, effect: 'done' })
    environment.ports.clock.advance(3600)
    const { credentialStore, ...ports } = environment.ports
    const broken = { ...credentialStore, removeTenant: down('credential_store') }
    const reservedBefore = environment.ports.clock.now()
    const undoing = undoReservedSignUps({ ...ports, credentialStore: broken }, { reservedBefore })
    await expect(undoing).rejects.toThrow(PortError)
    expect(await undo(environment)).toBe(1)
  })

  it('clears up after a sign-up that could not undo itself, without waiting for it to be old', async () => {
    const environment = createTestEnvironment()
    await failToUndo(environment)
    const now = environment.ports.clock.now().getTime()
    const reservedBefore = new Date(now - reservationSeconds * 1000)
    expect(await undoReservedSignUps(environment.ports, { reservedBefore })).toBe(1)
    expect(await environment.signUp()).toMatchObject({ tenantId: 'acme' })
  })
})

describe('T-26: a name that a failed sign-up could not give back', () => {
  it.each([
    ['the organization', { username: 'grace' }],
    ['the username', { organizationName: 'Globex', username: 'ada-acme' }],
    ['both', {}],
  ])('is free for the next who wants it, at once: %s', async (_, changes) => {
    const environment = createTestEnvironment()
    await failToUndo(environment)
    const command = environment.signUpCommand(changes)
    expect(await environment.auth.signUp(command)).toMatchObject({ kind: 'signed_up' })
    expect(await environment.logIn(command)).toMatchObject({ kind: 'authenticated' })
    expect(await environment.audit('sign_up_undone')).toMatchObject([{ tenantId: 'acme' }])
  })

  it('is free as soon as a start has seen it, though the credential store was away then', async () => {
    const environment = createTestEnvironment()
    await dieSigningUp(environment, { atCall: 2, effect: 'done' })
    const { credentialStore, ...ports } = environment.ports
    const broken = { ...credentialStore, removeTenant: down('credential_store') }
    const reservedBefore = new Date(8.64e15)
    const undoing = undoReservedSignUps({ ...ports, credentialStore: broken }, { reservedBefore })
    await expect(undoing).rejects.toThrow(PortError)
    expect(await environment.signUp()).toMatchObject({ tenantId: 'acme' })
  })

  it('is no reason to say it is taken while the credential store is away', async () => {
    const environment = createTestEnvironment()
    await failToUndo(environment)
    await failToUndo(environment)
    expect(await environment.signUp()).toMatchObject({ tenantId: 'acme' })
  })

  it('is taken while a sign-up that has it may still succeed', async () => {
    const environment = createTestEnvironment()
    await dieSigningUp(environment, { atCall: 2, effect: 'done' })
    environment.ports.clock.advance(reservationSeconds)
    const signUp = () => environment.auth.signUp(environment.signUpCommand())
    expect(await signUp()).toMatchObject({ refusal: 'organization_taken' })
    environment.ports.clock.advance(1)
    expect(await signUp()).toMatchObject({ kind: 'signed_up' })
  })
})

/** A sign-up during which the credential store goes away. */
async function failToUndo(environment: TestEnvironment): Promise<void> {
  const { credentialStore } = environment.ports
  const broken = {
    ...credentialStore,
    createTenant: down('credential_store'),
    removeTenant: down('credential_store'),
  }
  const signingUp = environment.with({ ports: { credentialStore: broken } }).signUp()
  await expect(signingUp).rejects.toMatchObject({ port: 'credential_store' })
}

async function dieSigningUp(environment: TestEnvironment, when: Death): Promise<void> {
  const dying = environment.with({ ports: dyingPorts(environment.ports, when) })
  await expect(dying.auth.signUp(environment.signUpCommand())).rejects.toBe(death)
}

function undo({ ports }: TestEnvironment): Promise<number> {
  ports.clock.advance(3600)
  return undoReservedSignUps(ports, { reservedBefore: ports.clock.now() })
}
