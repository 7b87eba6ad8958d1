/** T-26: of two replicas on one database one is killed, and the other takes up what it left. */

import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Api, createApi } from '../../testing/api.ts'
import { type GatewayProcess, startGateway } from '../../testing/gateway-process.ts'
import { tokensIn } from '../../testing/mail-server.ts'
import { logIn, type Person, person, signUp } from '../../testing/people.ts'
import { runGatehouse } from '../../testing/run-gatehouse.ts'
import { unlimited } from '../../testing/unlimited.ts'
import {
  openPostgresEnvironment,
  type PostgresEnvironment,
} from '../support/postgres-environment.ts'

let environment: PostgresEnvironment
let other: GatewayProcess
let otherApi: Api
let resetToken: string
const forgetful = person()
const unlucky = person()
const cutOff = person()

beforeAll(async () => {
  environment = await openPostgresEnvironment(unlimited)
  await signUp(environment.api, forgetful)
  await environment.api.post('/api/auth/forgot-password', { email: forgetful.email })
  const [token = ''] = tokensIn(await environment.mail.waitFor(forgetful.email, /new password/i))
  resetToken = token
  await killInTheMidst()
  other = await startGateway(environment.settings)
  otherApi = createApi(() => other.url)
})

afterAll(async () => {
  await other?.kill()
  await environment?.close()
})

/** One mail hangs at the mail server, one sign-up and one reset at the credential store. */
async function killInTheMidst(): Promise<void> {
  environment.mail.hangOver(unlucky.email)
  await signUp(environment.api, unlucky)
  await eventually('a mail that hangs', () => environment.mail.hanging() || undefined)
  const unlock = await environment.database.lock('local_realms, local_users')
  const cut = [
    environment.api.post('/api/auth/signup', cutOff),
    environment.api.post('/api/auth/reset-password', reset()),
  ].map((request) => request.catch(() => 'cut off'))
  await eventually('both to have begun', async () => {
    const begun = `select (select count(*) from tenants where standing = 'reserved')
      + (select count(*) from one_time_tokens where claimed_until is not null) as n`
    return (await count(begun)) === 2 || undefined
  })
  await environment.gateway().kill()
  expect(await Promise.all(cut)).toEqual(['cut off', 'cut off'])
  await unlock()
  environment.mail.recover()
}

it('T-53: a reset that was under way is repeated once, and succeeds', async () => {
  expect((await otherApi.post('/api/auth/reset-password', reset())).status).toBe(200)
  const password = reset().new_password
  expect((await logIn(otherApi, { ...forgetful, password })).status).toBe(200)
  const again = await otherApi.post('/api/auth/reset-password', reset())
  expect(again.body.code).toBe('reset_token_invalid')
})

it('T-26: a sign-up that was under way is repeated once, and succeeds', async () => {
  expect((await otherApi.post('/api/auth/signup', cutOff)).status).toBe(201)
  expect((await logIn(otherApi, cutOff)).status).toBe(200)
  expect(await count(`select count(*) as n from tenants where standing <> 'active'`)).toBe(0)
})

it('a mail that was under way is sent by another when its process counts as dead', async () => {
  // Its lease lasts for a minute, and the test waits for half of one.
  await environment.mail.waitFor(unlucky.email, /confirm/i)
  expect(mailsTo(unlucky)).toHaveLength(1)
})

it('the command for operators works on the same database', async () => {
  const { code, output, errors } = await runGatehouse(['keys', 'list'], environment.settings)
  expect([code, errors]).toEqual([0, ''])
  expect(output).toMatch(/ {2}active {2}/)
})

function reset() {
  return { reset_token: resetToken, new_password: 'a wholly different phrase' }
}

async function count(statement: string): Promise<unknown> {
  return (await environment.database.ask(statement))[0]?.n
}

function mailsTo({ email }: Person) {
  return environment.mail.mails.filter(({ to }) => to.includes(email))
}
