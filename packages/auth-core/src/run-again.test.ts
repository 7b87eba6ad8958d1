/** Every use case, in a store whose transactions all run twice, as after a conflict with others. */
import { expect, it } from '@jest/globals'
import { reRunningStore } from '../test-support/re-running-store.ts'
import { createMemoryStore } from '../testing/index.ts'
import { createStage, outcomeOf, type Stage } from '../testing/stage.ts'
import { tidy } from './jobs/purge-expired.ts'

const newPassword = 'a wholly different phrase'

it('T-81: nothing is done twice, and nothing is left out, by transactions that run again', async () => {
  const once = await walk(createStage({ settings: { otpDefault: true } }))
  const store = reRunningStore(createMemoryStore())
  const twice = await walk(createStage({ ports: { store }, settings: { otpDefault: true } }))
  expect(twice).toEqual(once)
  expect(once.mails).toEqual([1, 1, 1, 1])
})

/** Does all there is to do, and gives back what can be seen of it without identifiers. */
async function walk(stage: Stage) {
  const ada = await stage.signUp()
  const taken = await stage.auth.signUp(stage.signUpCommand())
  const { token } = await stage.lastMail('verify_email')
  const from = stage.from()
  const verified = await stage.auth.verifyEmail({ token, from })

  const session = await enter(stage, ada)
  const refreshed = outcomeOf('refreshed', await stage.auth.refresh({ token: session, from }))
  const changed = await stage.auth.changeOrganization({ token: session, otpEnabled: true, from })
  const out = await stage.auth.logOut({ token: refreshed.token, from })
  const ended = await stage.auth.refresh({ token: session, from })

  await stage.auth.forgotPassword({ email: ada.email, from })
  const [account] = (await stage.lastMail('password_reset')).accounts
  const resetToken = account?.token ?? ''
  const reset = await stage.auth.resetPassword({ resetToken, newPassword, from })
  const again = await stage.auth.resetPassword({ resetToken, newPassword, from })
  await tidy(stage.ports)
  const kinds = ['verify_email', 'otp', 'password_reset', 'password_changed'] as const
  const mails: number[] = []
  for (const kind of kinds) mails.push((await stage.mails(kind)).length)
  const audit = await stage.ports.store.transaction((tx) => tx.auditLog.list({ limit: 100 }))
  return {
    outcomes: [taken, verified, changed, out, ended, reset, again].map(withoutIds),
    events: audit.map(({ kind, outcome, detail }) => ({ kind, outcome, detail })),
    mails,
  }
}

async function enter(stage: Stage, ada: Awaited<ReturnType<Stage['signUp']>>): Promise<string> {
  const challenge = outcomeOf('otp_required', await stage.logIn(ada))
  const { code } = await stage.lastMail('otp')
  const { username } = ada
  const { sessionToken } = challenge
  const from = stage.from()
  const answer = await stage.auth.verifyOtp({ username, code, sessionToken, from })
  return outcomeOf('authenticated', answer).token
}

function withoutIds(outcome: object): unknown {
  return JSON.parse(
    JSON.stringify(outcome).replaceAll(/"(?:id|userId|reservation)":"[^"]*",?/g, ''),
  )
}
