/** Closing an organization, and taking it back, through the gateway as it is shipped. */
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { tokensIn } from '../testing/mail-server.ts'
import { bearer, enter, logIn, type Person, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { runJob } from './support/kills/kill-environment.ts'
import { newStepsFile } from './support/kills/steps-file.ts'
import { records } from './support/records.ts'

let environment: TestEnvironment
let someone: Person
let token: string

beforeAll(async () => {
  environment = await openTestEnvironment()
  someone = await signUp(environment.api)
  token = (await enter(environment.api, someone)).token
})

afterAll(() => environment.close())

const close = (confirm: string) =>
  environment.api.send('DELETE', '/api/auth/organization', {
    body: { confirm },
    headers: bearer(token),
  })

it('needs the name of the organization', async () => {
  const { status, body } = await close('another')
  expect([status, body.code]).toEqual([400, 'validation_failed'])
  expect(body.errors).toMatchObject([{ field: 'confirm', rule: 'different' }])
})

it('ends access tokens and lets none in', async () => {
  const { status, body } = await close(someone.company_name)
  expect(status).toBe(200)
  const days = (Date.parse(body.closes_at) - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(7)
  const answer = await environment.api.send('GET', '/api/machines', { headers: bearer(token) })
  expect([answer.status, answer.body.code]).toEqual([401, 'session_ended'])
  const refused = await logIn(environment.api, someone)
  expect([refused.status, refused.body.code]).toEqual([401, 'invalid_credentials'])
})

it('is taken back with the link of the mail, once', async () => {
  const mail = await environment.mail.waitFor(someone.email, /about to be removed/i)
  expect(mail.text).toContain('/reopen-organization#token=')
  const [link] = tokensIn(mail)
  const reopen = () => environment.api.post('/api/auth/reopen-organization', { token: link })
  expect((await reopen()).status).toBe(200)
  expect((await logIn(environment.api, someone)).status).toBe(200)
  const again = await reopen()
  expect([again.status, again.body.code]).toEqual([400, 'verification_token_invalid'])
})

it('is removed when its time is over, and the name is free', async () => {
  token = (await enter(environment.api, someone)).token
  expect((await close(someone.company_name)).status).toBe(200)
  await environment.gateway().stop()
  records(environment, 'update tenants set closes_at = 1 where closes_at is not null')
  // A gateway would do it after ten minutes of a steady clock.
  const settings = { ...environment.settings, STEPS_FILE: await newStepsFile() }
  await runJob(settings, 'closed', { step: 0 })
  await environment.restart()
  await eventually('a free name', async () => {
    const { status } = await environment.api.post('/api/auth/signup', someone)
    return status === 201 ? true : undefined
  })
  expect((await logIn(environment.api, someone)).status).toBe(200)
})
