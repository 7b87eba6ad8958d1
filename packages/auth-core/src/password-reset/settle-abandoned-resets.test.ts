import { describe, expect, it } from '@jest/globals'
import { type Death, death, deathsWithin, dyingPorts } from '../../test-support/dying-ports.ts'
import { killed, noteAlive } from '../../test-support/killed.ts'
import { outagesWithin, storeWithOutage } from '../../test-support/outage.ts'
import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
} from '../../testing/test-environment.ts'
import { purgeExpired } from '../jobs/purge-expired.ts'
import { PortError } from '../ports/port-error.ts'
import { replicaTtlSeconds } from '../records/replica.ts'
import { settleAbandonedResets } from './settle-abandoned-resets.ts'

/** Claim the token, set the password, close what the old one had opened. */
const callsOfReset = 3
const newPassword = 'battery staple'

describe('T-53: a reset whose process dies', () => {
  it.each(deathsWithin(callsOfReset))(
    'at call $atCall with its effect $effect is finished, or can be repeated',
    async (when) => {
      const { environment, ada, token, resetToken } = await forgotten()
      await dieResetting(environment, resetToken, when)
      environment.ports.clock.advance(60)
      const settled = await settle(environment)

      const isFinished = when.atCall === callsOfReset && when.effect === 'done'
      const isUntouched = when.atCall === 1 && when.effect === 'lost'
      expect(settled).toBe(isFinished || isUntouched ? 0 : 1)
      expect(await environment.mails('password_doubtful')).toHaveLength(settled)
      expect(await environment.audit('password_doubtful')).toHaveLength(settled)
      expect(await environment.auth.refresh({ token, from: environment.from() })).toMatchObject(
        isUntouched ? { kind: 'refreshed' } : { refusal: 'session_ended' },
      )
      expect(await reset(environment, resetToken)).toMatchObject(
        isFinished ? { refusal: 'reset_token_invalid' } : { kind: 'password_reset' },
      )
      expect(await environment.logIn({ ...ada, password: newPassword })).toMatchObject({
        kind: 'authenticated',
      })
    },
  )

  it('can be repeated after a minute even if nobody settles it', async () => {
    const { environment, resetToken } = await forgotten()
    await dieResetting(environment, resetToken, { atCall: 2, effect: 'lost' })
    environment.ports.clock.advance(59.999)
    await expect(reset(environment, resetToken)).rejects.toMatchObject({ failure: 'unavailable' })
    environment.ports.clock.advance(0.001)
    expect(await reset(environment, resetToken)).toMatchObject({ kind: 'password_reset' })
  })
})

describe('T-53: a reset whose process is known to be dead', () => {
  it.each(deathsWithin(callsOfReset))(
    'at call $atCall with its effect $effect is finished, or can be repeated',
    async (when) => {
      const { environment, ada, resetToken } = await forgotten()
      await dieResetting(killed(environment), resetToken, when)
      environment.ports.clock.advance(replicaTtlSeconds)

      const isFinished = when.atCall === callsOfReset && when.effect === 'done'
      expect(await reset(environment, resetToken)).toMatchObject(
        isFinished ? { refusal: 'reset_token_invalid' } : { kind: 'password_reset' },
      )
      expect(await environment.logIn({ ...ada, password: newPassword })).toMatchObject({
        kind: 'authenticated',
      })
      expect(await environment.mails('password_changed')).toHaveLength(1)
    },
  )

  it('is settled though its lease still runs', async () => {
    const { environment, token, resetToken } = await forgotten()
    await dieResetting(killed(environment), resetToken, { atCall: 2, effect: 'done' })
    environment.ports.clock.advance(replicaTtlSeconds)
    expect(await settle(environment)).toBe(1)
    expect(await environment.auth.refresh({ token, from: environment.from() })).toMatchObject({
      refusal: 'session_ended',
    })
  })
})

describe('T-53: a reset during which the database goes away', () => {
  /** Claim the token, close what the old password had opened. */
  const transactions = 2

  it.each(outagesWithin(transactions))(
    'at transaction $atCall with its effect $effect is finished, or can be repeated once it is back',
    async (outage) => {
      const { environment, ada, token, resetToken } = await forgotten()
      const unlucky = environment.with({ ports: storeWithOutage(environment.ports.store, outage) })
      await expect(reset(unlucky, resetToken)).rejects.toMatchObject({ port: 'store' })

      const isFinished = outage.atCall === transactions && outage.effect === 'done'
      expect(await reset(environment, resetToken)).toMatchObject(
        isFinished ? { refusal: 'reset_token_invalid' } : { kind: 'password_reset' },
      )
      expect(await environment.logIn({ ...ada, password: newPassword })).toMatchObject({
        kind: 'authenticated',
      })
      expect(await environment.auth.refresh({ token, from: environment.from() })).toMatchObject({
        refusal: 'session_ended',
      })
      expect(await environment.mails('password_changed')).toHaveLength(1)
    },
  )

  it('before the password was set closes nothing', async () => {
    const { environment, token, resetToken } = await forgotten()
    const outage = storeWithOutage(environment.ports.store, { atCall: 1, effect: 'done' })
    await expect(reset(environment.with({ ports: outage }), resetToken)).rejects.toThrow(PortError)
    expect(await settle(environment)).toBe(0)
    expect(await environment.auth.refresh({ token, from: environment.from() })).toMatchObject({
      kind: 'refreshed',
    })
  })
})

describe('T-53: a reset that is repeated while its process may be alive', () => {
  it('waits until the process is known to be dead, and succeeds', async () => {
    const { environment, resetToken } = await forgotten()
    await noteAlive(environment)
    await dieResetting(killed(environment), resetToken, { atCall: 2, effect: 'lost' })
    const sleep = async (milliseconds: number) =>
      environment.ports.clock.advance(milliseconds / 1000)
    const since = environment.ports.clock.now().getTime()
    expect(await reset(environment.with({ ports: { sleep } }), resetToken)).toMatchObject({
      kind: 'password_reset',
    })
    expect(environment.ports.clock.now().getTime() - since).toBe(replicaTtlSeconds * 1000)
  })

  it('takes over when that one fails', async () => {
    const { environment, resetToken } = await forgotten()
    await noteAlive(environment)
    const [failure, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const setPassword = () => failure.promise
    const credentialStore = { ...environment.ports.credentialStore, setPassword }
    const first = reset(killed(environment).with({ ports: { credentialStore } }), resetToken)
    const sleep = async () => {
      waits.resolve()
      await first.catch(() => undefined)
    }
    const repeated = reset(environment.with({ ports: { sleep } }), resetToken)
    await waits.promise
    failure.reject(new PortError('credential_store', 'unavailable'))
    await expect(first).rejects.toMatchObject({ failure: 'unavailable' })
    expect(await repeated).toMatchObject({ kind: 'password_reset' })
  })

  it('and taken for dead does not give back what is another’s when it fails', async () => {
    const { environment, resetToken } = await forgotten()
    const { credentialStore } = environment.ports
    const set = Promise.withResolvers<void>()
    const busy = environment.with({
      ports: { credentialStore: { ...credentialStore, setPassword: () => set.promise } },
    })
    let second: ReturnType<typeof reset> | undefined
    const claimed = () =>
      environment.ports.store.transaction((tx) => tx.oneTimeTokens.findLeased('reset_password'))
    const setPassword = async () => {
      environment.ports.clock.advance(replicaTtlSeconds)
      second = reset(busy, resetToken)
      for (let turn = 0; turn < 100; turn += 1) await claimed()
      expect((await claimed())[0]?.lease?.by).toBe('')
      throw new PortError('credential_store', 'unavailable')
    }
    const paused = killed(environment).with({
      ports: { credentialStore: { ...credentialStore, setPassword } },
    })
    await expect(reset(paused, resetToken)).rejects.toMatchObject({ failure: 'unavailable' })
    expect(await claimed()).toHaveLength(1)
    set.resolve()
    expect(await second).toMatchObject({ kind: 'password_reset' })
  })

  it.each(['succeeds', 'fails'] as const)(
    'and taken for dead is not told of success, and spoils nothing when it %s late',
    async (ending) => {
      const { environment, ada, resetToken } = await forgotten()
      const { credentialStore } = environment.ports
      const setPassword = async () => {
        environment.ports.clock.advance(replicaTtlSeconds)
        expect(await reset(environment, resetToken)).toMatchObject({ kind: 'password_reset' })
        if (ending === 'fails') throw new PortError('credential_store', 'timeout')
      }
      const paused = killed(environment).with({
        ports: { credentialStore: { ...credentialStore, setPassword } },
      })
      await expect(reset(paused, resetToken)).rejects.toMatchObject({ failure: 'timeout' })
      expect(await reset(environment, resetToken)).toMatchObject({ refusal: 'reset_token_invalid' })
      expect(await environment.logIn({ ...ada, password: newPassword })).toMatchObject({
        kind: 'authenticated',
      })
      expect(await environment.mails('password_changed')).toHaveLength(1)
    },
  )
})

describe('settling abandoned resets', () => {
  it('leaves a lease alone that still runs', async () => {
    const { environment, token, resetToken } = await forgotten()
    await dieResetting(environment, resetToken, { atCall: 2, effect: 'lost' })
    environment.ports.clock.advance(59)
    expect(await settle(environment)).toBe(0)
    expect(await environment.auth.refresh({ token, from: environment.from() })).toMatchObject({
      kind: 'refreshed',
    })
  })

  it('happens once', async () => {
    const { environment, resetToken } = await forgotten()
    await dieResetting(environment, resetToken, { atCall: 2, effect: 'done' })
    environment.ports.clock.advance(60)
    expect(await settle(environment)).toBe(1)
    expect(await settle(environment)).toBe(0)
  })

  it('finds what has expired in the meantime, which tidying leaves to it', async () => {
    const { environment, token, resetToken } = await forgotten()
    environment.ports.clock.advance(29 * 60)
    await dieResetting(environment, resetToken, { atCall: 2, effect: 'done' })
    environment.ports.clock.advance(3600)
    await purgeExpired(environment.ports)
    expect(await settle(environment)).toBe(1)
    expect(await environment.auth.refresh({ token, from: environment.from() })).toMatchObject({
      refusal: 'session_ended',
    })
    await purgeExpired(environment.ports)
    expect(await settle(environment)).toBe(0)
  })
})

async function forgotten() {
  const environment = createTestEnvironment()
  const ada = await environment.signUp()
  const { token } = outcomeOf('authenticated', await environment.logIn(ada))
  await environment.auth.forgotPassword({ email: ada.email, from: environment.from() })
  const { accounts } = await environment.lastMail('password_reset')
  return { environment, ada, token, resetToken: accounts[0]?.token ?? '' }
}

async function dieResetting(
  environment: TestEnvironment,
  resetToken: string,
  when: Death,
): Promise<void> {
  const dying = environment.with({ ports: dyingPorts(environment.ports, when) })
  await expect(reset(dying, resetToken)).rejects.toBe(death)
}

function reset({ auth, from }: TestEnvironment, resetToken: string) {
  return auth.resetPassword({ resetToken, newPassword, from: from() })
}

function settle({ ports }: TestEnvironment): Promise<number> {
  return settleAbandonedResets(ports, { leasedUntil: ports.clock.now() })
}
