import { describe, expect, it } from '@jest/globals'
import { type Death, death, deathsWithin, dyingPorts } from '../../test/dying-ports.ts'
import { createStage, outcomeOf, type Stage } from '../../testing/stage.ts'
import { tidy } from '../tidy.ts'
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
