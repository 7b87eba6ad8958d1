/** A mail server that hangs over some recipients, until it is mended. */

import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { inParallel } from '../testing/in-parallel.ts'
import { codeIn } from '../testing/mail-server.ts'
import { logIn, type Person, person, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { unlimited } from '../testing/unlimited.ts'
import { records } from './support/records.ts'

let environment: TestEnvironment

beforeAll(async () => {
  environment = await openTestEnvironment({ ...unlimited, OTP_DEFAULT: 'on' })
})

afterAll(() => environment.close())

it.each([
  ['one bad address stalls', 1],
  ['more bad addresses than mails can be under way stall', 20],
])('%s nobody, and gets its mail when it is mended', async (_, count) => {
  const bad = await inParallel(Array.from({ length: count }), () => signUpToBadAddress())
  await eventually('a mail that hangs', () => environment.mail.hanging() || undefined)
  for (let nth = 0; nth < 3; nth += 1) await logInByMail()
  expect(arrivedFor(bad)).toEqual([])
  environment.mail.recover()
  await eventually('the mails that hung', () => arrivedFor(bad).length === count || undefined)
  await eventually('an empty outbox', () => attemptsAt(bad).length === 0 || undefined)
  expect(arrivedFor(bad)).toHaveLength(count)
})

async function signUpToBadAddress(): Promise<Person> {
  const someone = person()
  environment.mail.hangOver(someone.email)
  return signUp(environment.api, someone)
}

/** Everything a person needs mail for, from the beginning; fails when a code comes too late. */
async function logInByMail(): Promise<void> {
  const someone = await signUp(environment.api)
  const { body } = await logIn(environment.api, someone, 'ui')
  const code = codeIn(await environment.mail.waitFor(someone.email, /code/i))
  const { session_token } = body
  const guess = { username: someone.username, otp_code: code, session_token }
  expect((await environment.api.post('/api/auth/verify-otp', guess)).status).toBe(200)
}

function arrivedFor(people: readonly Person[]): readonly string[] {
  const emails = people.map(({ email }) => email)
  return environment.mail.mails.flatMap(({ to }) => to).filter((to) => emails.includes(to))
}

/** How often each mail has failed that these people still wait for. */
function attemptsAt(people: readonly Person[]): readonly number[] {
  const usernames = people.map(({ username }) => `'${username}'`).join()
  return records(
    environment,
    `SELECT attempts FROM outbox JOIN accounts ON accounts.id = outbox.account_id
      WHERE settled_at IS NULL AND username IN (${usernames})`,
  ).map(({ attempts }) => Number(attempts))
}
