/** What people do to their own account and organization, and what Keycloak then says of it. */
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { tokensIn } from '../../testing/mail-server.ts'
import { bearer, enter, logIn, person } from '../../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'
import { unlimited } from '../../testing/unlimited.ts'
import { type InvitedColleague, invitedColleague } from '../support/invited-colleague.ts'
import { keycloakSettings, realmTimeout, runningKeycloak } from '../support/keycloak.ts'
import { createHand } from '../support/keycloak-hand.ts'
import { runJob } from '../support/kills/kill-environment.ts'
import { newStepsFile } from '../support/kills/steps-file.ts'
import { records } from '../support/records.ts'

jest.setTimeout(realmTimeout)

const service = runningKeycloak()
const hand = createHand(service)
let environment: TestEnvironment
let two: InvitedColleague

beforeAll(async () => {
  environment = await openTestEnvironment({ ...(await keycloakSettings()), ...unlimited })
  two = await invitedColleague(environment)
})

afterAll(() => environment?.close())

/** @param route Such as `GET me`. */
function call(token: string, route: string, body?: object) {
  const [method = '', path] = route.split(' ')
  return environment.api.send(method, `/api/auth/${path}`, {
    headers: bearer(token),
    ...(body && { body }),
  })
}

/** The users of the realm, as the administrator of Keycloak reads them. */
function users() {
  return hand.ask<readonly Record<string, unknown>[]>('GET', `/${two.tenantId}/users`)
}

async function userOf({ username }: { readonly username: string }) {
  return (await users()).find((user) => user.username === username)
}

const realmExists = async () => (await fetch(`${service.url}/realms/${two.tenantId}`)).ok

it('changes the names in the realm, and leaves the rest of the user as it was', async () => {
  const { member } = two
  const before = await userOf(member)
  const changed = await call(member.token, 'PATCH me', { first_name: 'Augusta' })
  expect(changed.body.first_name).toBe('Augusta')
  expect(await userOf(member)).toEqual({ ...before, firstName: 'Augusta' })
  expect((await enter(environment.api, member)).user.first_name).toBe('Augusta')
})

it('changes the password: the old one is refused, the new one accepted, other sessions end', async () => {
  const { member } = two
  const { token: other } = await enter(environment.api, member)
  const change = (current_password: string, new_password: string) =>
    call(member.token, 'POST change-password', { current_password, new_password })
  const password = 'a wholly different phrase'
  const wrong = await change('not mine at all', password)
  expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials'])
  expect((await change(member.password, password)).status).toBe(200)
  expect((await call(other, 'GET me')).body.code).toBe('session_ended')
  expect((await logIn(environment.api, member)).status).toBe(401)
  expect((await logIn(environment.api, { ...member, password })).status).toBe(200)
  expect((await change(password, member.password)).status).toBe(200)
  expect((await logIn(environment.api, member)).status).toBe(200)
})

it('changes the email address in the realm once its link is opened', async () => {
  const { member } = two
  const email = `new-${member.email}`
  const body = { email, current_password: member.password }
  expect((await call(member.token, 'POST change-email', body)).status).toBe(200)
  expect(await userOf(member)).toMatchObject({ email: member.email })
  const [token] = tokensIn(await environment.mail.waitFor(email, /confirm your new/i))
  expect((await call(member.token, 'POST verify-email', { token })).status).toBe(200)
  expect(await userOf(member)).toMatchObject({ email })
  expect((await logIn(environment.api, member)).status).toBe(401)
  const { user } = await enter(environment.api, { ...member, email })
  expect(user).toMatchObject({ email, username: member.username, email_verified: true })
})

it('deletes an account and its user, but not that of the last administrator', async () => {
  const { admin, member } = two
  const remove = ({ token, password: current_password }: typeof admin) =>
    call(token, 'DELETE me', { current_password })
  const last = await remove(admin)
  expect([last.status, last.body.code]).toEqual([409, 'last_administrator'])
  const wrong = await remove({ ...member, password: 'not mine at all' })
  expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials'])
  expect(await users()).toHaveLength(2)
  expect((await remove(member)).status).toBe(200)
  expect(await users()).toMatchObject([{ username: admin.username, enabled: true }])
  const email = `new-${member.email}`
  expect((await logIn(environment.api, { ...member, email })).status).toBe(401)
  expect((await logIn(environment.api, admin)).status).toBe(200)
})

it('closes the organization and opens it again, with the realm as it was', async () => {
  const { admin, organization } = two
  const confirm = { confirm: organization }
  expect((await call(admin.token, 'DELETE organization', confirm)).status).toBe(200)
  expect((await call(admin.token, 'GET me')).body.code).toBe('session_ended')
  expect((await logIn(environment.api, admin)).status).toBe(401)
  expect(await users()).toHaveLength(1)
  const [token] = tokensIn(await environment.mail.waitFor(admin.email, /about to be removed/i))
  const reopened = await environment.api.post('/api/auth/reopen-organization', { token })
  expect(reopened.status).toBe(200)
  expect((await enter(environment.api, admin)).user.role).toBe('company_admin')
})

it('removes the realm a week after its organization was closed, and the name is free', async () => {
  const { admin, organization, tenantId } = two
  const { token } = await enter(environment.api, admin)
  const closed = await call(token, 'DELETE organization', { confirm: organization })
  expect(closed.status).toBe(200)
  await environment.gateway().stop()
  records(environment, 'update tenants set closes_at = 1 where closes_at is not null')
  // A gateway would do it after ten minutes of a steady clock.
  const settings = { ...environment.settings, STEPS_FILE: await newStepsFile() }
  await runJob(settings, 'closed', { step: 0 })
  await environment.restart()
  await eventually('an end of the realm', async () => !(await realmExists()) || undefined)
  const { username, email } = admin
  const again = person({ username, email, organization_name: tenantId })
  // The records follow the realm.
  await eventually('a free name', async () => {
    const { status } = await environment.api.post('/api/auth/signup', again)
    return status === 201 || undefined
  })
  expect(await users()).toMatchObject([{ username, firstName: again.first_name }])
  expect((await logIn(environment.api, admin)).status).toBe(401)
  expect((await logIn(environment.api, again)).status).toBe(200)
})
