/** Every use case, in a store whose transactions all run twice, as after a conflict with others. */
import { expect, it } from '@jest/globals'
import { createMemoryStore } from '../testing/index.ts'
import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
} from '../testing/test-environment.ts'
import { purgeExpired } from './jobs/purge-expired.ts'
import type { Store } from './ports/store.ts'

const newPassword = 'a wholly different phrase'

it('T-81: nothing is done twice, and nothing is left out, by transactions that run again', async () => {
  const once = await walk(createTestEnvironment({ settings: { otpDefault: true } }))
  const store = reRunningStore(createMemoryStore())
  const twice = await walk(
    createTestEnvironment({ ports: { store }, settings: { otpDefault: true } }),
  )
  expect(twice).toEqual(once)
  expect(once.mails).toEqual([1, 1, 1, 1])
})

/** Does all there is to do, and gives back what can be seen of it without identifiers. */
async function walk(environment: TestEnvironment) {
  const ada = await environment.signUp()
  const taken = await environment.auth.signUp(environment.signUpCommand())
  const { token } = await environment.lastMail('verify_email')
  const from = environment.from()
  const verified = await environment.auth.verifyEmail({ token, password: ada.password, from })

  const session = await enter(environment, ada)
  const refreshed = outcomeOf('refreshed', await environment.auth.refresh({ token: session, from }))
  const changed = await environment.auth.changeOrganization({
    token: session,
    otpEnabled: true,
    from,
  })
  const out = await environment.auth.logOut({ token: refreshed.token, from })
  const ended = await environment.auth.refresh({ token: session, from })

  await environment.auth.forgotPassword({ email: ada.email, from })
  const [account] = (await environment.lastMail('password_reset')).accounts
  const resetToken = account?.token ?? ''
  const reset = await environment.auth.resetPassword({ resetToken, newPassword, from })
  const again = await environment.auth.resetPassword({ resetToken, newPassword, from })
  await purgeExpired(environment.ports)
  const kinds = ['verify_email', 'otp', 'password_reset', 'password_changed'] as const
  const mails: number[] = []
  for (const kind of kinds) mails.push((await environment.mails(kind)).length)
  const audit = await environment.ports.store.transaction((tx) => tx.auditLog.list({ limit: 100 }))
  return {
    outcomes: [taken, verified, changed, out, ended, reset, again].map(withoutIds),
    events: audit.map(({ kind, outcome, detail }) => ({ kind, outcome, detail })),
    mails,
  }
}

async function enter(
  environment: TestEnvironment,
  ada: Awaited<ReturnType<TestEnvironment['signUp']>>,
): Promise<string> {
  const challenge = outcomeOf('otp_required', await environment.logIn(ada))
  const { code } = await environment.lastMail('otp')
  const { username } = ada
  const { sessionToken } = challenge
  const from = environment.from()
  const answer = await environment.auth.verifyOtp({ username, code, sessionToken, from })
  return outcomeOf('authenticated', answer).token
}

function withoutIds(outcome: object): unknown {
  return JSON.parse(
    JSON.stringify(outcome).replaceAll(/"(?:id|userId|reservation)":"[^"]*",?/g, ''),
  )
}

/**
 * A store in which every transaction runs twice: once undone, as after a conflict with another, and
 * once for good. Whatever the first run changed outside of the transaction shows.
 */
function reRunningStore(store: Store): Store {
  const undone = new Error('undone')
  return {
    ...store,
    async transaction(work) {
      const failed = store.transaction(async (tx) => {
        await work(tx)
        throw undone
      })
      // What the work throws by itself it throws again.
      await failed.catch(() => {})
      return store.transaction(work)
    },
  }
}
