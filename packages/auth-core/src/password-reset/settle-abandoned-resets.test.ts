import { describe, expect, it } from '@jest/globals'
import { type Death, death, deathsWithin, dyingPorts } from '../../test-support/dying-ports.ts'
import { killed, noteAlive } from '../../test-support/killed.ts'
import { outagesWithin, storeWithOutage } from '../../test-support/outage.ts'
import { createStage, outcomeOf, type Stage } from '../../testing/stage.ts'
import { tidy } from '../jobs/purge-expired.ts'
import { PortError } from '../port-error.ts'
import { aliveSeconds } from '../records/replica.ts'
import { settleAbandonedResets } from './settle-abandoned-resets.ts'

/** Claim the token, set the password, close what the old one had opened. */
const callsOfReset = 3
const newPassword = 'battery staple'

describe('T-53: a reset whose process dies', () => {
  it.each(deathsWithin(callsOfReset))(
    'at call $atCall with its effect $effect is finished, or can be repeated',
    async (when) => {
      const { stage, ada, token, resetToken } = await forgotten()
      await dieResetting(stage, resetToken, when)
      stage.ports.clock.advance(60)
      const settled = await settle(stage)

      const isFinished = when.atCall === callsOfReset && when.effect === 'done'
      const isUntouched = when.atCall === 1 && when.effect === 'lost'
      expect(settled).toBe(isFinished || isUntouched ? 0 : 1)
      expect(await stage.auth.refresh({ token, from: stage.from() })).toMatchObject(
        isUntouched ? { kind: 'refreshed' } : { refusal: 'session_ended' },
      )
      expect(await reset(stage, resetToken)).toMatchObject(
        isFinished ? { refusal: 'reset_token_invalid' } : { kind: 'password_reset' },
      )
      expect(await stage.logIn({ ...ada, password: newPassword })).toMatchObject({
        kind: 'authenticated',
      })
    },
  )

  it('can be repeated after a minute even if nobody settles it', async () => {
    const { stage, resetToken } = await forgotten()
    await dieResetting(stage, resetToken, { atCall: 2, effect: 'lost' })
    stage.ports.clock.advance(59.999)
    expect(await reset(stage, resetToken)).toMatchObject({ refusal: 'reset_token_invalid' })
    stage.ports.clock.advance(0.001)
    expect(await reset(stage, resetToken)).toMatchObject({ kind: 'password_reset' })
  })
})

describe('T-53: a reset whose process is known to be dead', () => {
  it.each(deathsWithin(callsOfReset))(
    'at call $atCall with its effect $effect is finished, or can be repeated',
    async (when) => {
      const { stage, ada, resetToken } = await forgotten()
      await dieResetting(killed(stage), resetToken, when)
      stage.ports.clock.advance(aliveSeconds)

      const isFinished = when.atCall === callsOfReset && when.effect === 'done'
      expect(await reset(stage, resetToken)).toMatchObject(
        isFinished ? { refusal: 'reset_token_invalid' } : { kind: 'password_reset' },
      )
      expect(await stage.logIn({ ...ada, password: newPassword })).toMatchObject({
        kind: 'authenticated',
      })
      expect(await stage.mails('password_changed')).toHaveLength(1)
    },
  )

  it('is settled though its claim still runs', async () => {
    const { stage, token, resetToken } = await forgotten()
    await dieResetting(killed(stage), resetToken, { atCall: 2, effect: 'done' })
    stage.ports.clock.advance(aliveSeconds)
    expect(await settle(stage)).toBe(1)
    expect(await stage.auth.refresh({ token, from: stage.from() })).toMatchObject({
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
      const { stage, ada, token, resetToken } = await forgotten()
      const unlucky = stage.with({ ports: storeWithOutage(stage.ports.store, outage) })
      await expect(reset(unlucky, resetToken)).rejects.toMatchObject({ port: 'store' })

      const isFinished = outage.atCall === transactions && outage.effect === 'done'
      expect(await reset(stage, resetToken)).toMatchObject(
        isFinished ? { refusal: 'reset_token_invalid' } : { kind: 'password_reset' },
      )
      expect(await stage.logIn({ ...ada, password: newPassword })).toMatchObject({
        kind: 'authenticated',
      })
      expect(await stage.auth.refresh({ token, from: stage.from() })).toMatchObject({
        refusal: 'session_ended',
      })
      expect(await stage.mails('password_changed')).toHaveLength(1)
    },
  )

  it('before the password was set closes nothing', async () => {
    const { stage, token, resetToken } = await forgotten()
    const outage = storeWithOutage(stage.ports.store, { atCall: 1, effect: 'done' })
    await expect(reset(stage.with({ ports: outage }), resetToken)).rejects.toThrow(PortError)
    expect(await settle(stage)).toBe(0)
    expect(await stage.auth.refresh({ token, from: stage.from() })).toMatchObject({
      kind: 'refreshed',
    })
  })
})

describe('T-53: a reset that is repeated while its process may be alive', () => {
  it('waits until the process is known to be dead, and succeeds', async () => {
    const { stage, resetToken } = await forgotten()
    await noteAlive(stage)
    await dieResetting(killed(stage), resetToken, { atCall: 2, effect: 'lost' })
    const sleep = async (milliseconds: number) => stage.ports.clock.advance(milliseconds / 1000)
    const since = stage.ports.clock.now().getTime()
    expect(await reset(stage.with({ ports: { sleep } }), resetToken)).toMatchObject({
      kind: 'password_reset',
    })
    expect(stage.ports.clock.now().getTime() - since).toBe(aliveSeconds * 1000)
  })

  it('takes over when that one fails', async () => {
    const { stage, resetToken } = await forgotten()
    await noteAlive(stage)
    const [failure, waits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const setPassword = () => failure.promise
    const credentialStore = { ...stage.ports.credentialStore, setPassword }
    const first = reset(killed(stage).with({ ports: { credentialStore } }), resetToken)
    const sleep = async () => {
      waits.resolve()
      await first.catch(() => undefined)
    }
    const repeated = reset(stage.with({ ports: { sleep } }), resetToken)
    await waits.promise
    failure.reject(new PortError('credential_store', 'unavailable'))
    await expect(first).rejects.toMatchObject({ failure: 'unavailable' })
    expect(await repeated).toMatchObject({ kind: 'password_reset' })
  })

  it('and taken for dead does not give back what is another’s when it fails', async () => {
    const { stage, resetToken } = await forgotten()
    const { credentialStore } = stage.ports
    const set = Promise.withResolvers<void>()
    const busy = stage.with({
      ports: { credentialStore: { ...credentialStore, setPassword: () => set.promise } },
    })
    let second: ReturnType<typeof reset> | undefined
    const claimed = () =>
      stage.ports.store.transaction((tx) => tx.oneTimeTokens.findClaimed('reset_password'))
    const setPassword = async () => {
      stage.ports.clock.advance(aliveSeconds)
      second = reset(busy, resetToken)
      for (let turn = 0; turn < 100; turn += 1) await claimed()
      expect((await claimed())[0]?.claim?.by).toBe('')
      throw new PortError('credential_store', 'unavailable')
    }
    const paused = killed(stage).with({
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
      const { stage, ada, resetToken } = await forgotten()
      const { credentialStore } = stage.ports
      const setPassword = async () => {
        stage.ports.clock.advance(aliveSeconds)
        expect(await reset(stage, resetToken)).toMatchObject({ kind: 'password_reset' })
        if (ending === 'fails') throw new PortError('credential_store', 'timeout')
      }
      const paused = killed(stage).with({
        ports: { credentialStore: { ...credentialStore, setPassword } },
      })
      await expect(reset(paused, resetToken)).rejects.toMatchObject({ failure: 'timeout' })
      expect(await reset(stage, resetToken)).toMatchObject({ refusal: 'reset_token_invalid' })
      expect(await stage.logIn({ ...ada, password: newPassword })).toMatchObject({
        kind: 'authenticated',
      })
      expect(await stage.mails('password_changed')).toHaveLength(1)
    },
  )
})

describe('settling abandoned resets', () => {
  it('leaves a claim alone that still runs', async () => {
    const { stage, token, resetToken } = await forgotten()
    await dieResetting(stage, resetToken, { atCall: 2, effect: 'lost' })
    stage.ports.clock.advance(59)
    expect(await settle(stage)).toBe(0)
    expect(await stage.auth.refresh({ token, from: stage.from() })).toMatchObject({
      kind: 'refreshed',
    })
  })

  it('happens once', async () => {
    const { stage, resetToken } = await forgotten()
    await dieResetting(stage, resetToken, { atCall: 2, effect: 'done' })
    stage.ports.clock.advance(60)
    expect(await settle(stage)).toBe(1)
    expect(await settle(stage)).toBe(0)
  })

  it('finds what has expired in the meantime, which tidying leaves to it', async () => {
    const { stage, token, resetToken } = await forgotten()
    stage.ports.clock.advance(29 * 60)
    await dieResetting(stage, resetToken, { atCall: 2, effect: 'done' })
    stage.ports.clock.advance(3600)
    await tidy(stage.ports)
    expect(await settle(stage)).toBe(1)
    expect(await stage.auth.refresh({ token, from: stage.from() })).toMatchObject({
      refusal: 'session_ended',
    })
    await tidy(stage.ports)
    expect(await settle(stage)).toBe(0)
  })
})

async function forgotten() {
  const stage = createStage()
  const ada = await stage.signUp()
  const { token } = outcomeOf('authenticated', await stage.logIn(ada))
  await stage.auth.forgotPassword({ email: ada.email, from: stage.from() })
  const { accounts } = await stage.lastMail('password_reset')
  return { stage, ada, token, resetToken: accounts[0]?.token ?? '' }
}

async function dieResetting(stage: Stage, resetToken: string, when: Death): Promise<void> {
  const dying = stage.with({ ports: dyingPorts(stage.ports, when) })
  await expect(reset(dying, resetToken)).rejects.toBe(death)
}

function reset({ auth, from }: Stage, resetToken: string) {
  return auth.resetPassword({ resetToken, newPassword, from: from() })
}

function settle({ ports }: Stage): Promise<number> {
  return settleAbandonedResets(ports, { claimedUntil: ports.clock.now() })
}
