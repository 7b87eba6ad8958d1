/** API keys that end on one of two gateways, and are asked about at the other. */
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { type Api, createApi } from '../../testing/api.ts'
import { type GatewayProcess, startGateway } from '../../testing/gateway-process.ts'
import { tokensIn } from '../../testing/mail-server.ts'
import { bearer, confirm, enter, signUp } from '../../testing/people.ts'
import { unlimited } from '../../testing/unlimited.ts'
import { introspect, introspectionSecret } from '../support/introspecting.ts'
import {
  openPostgresEnvironment,
  type PostgresEnvironment,
} from '../support/postgres-environment.ts'

// Gateways have to start, on a machine that may be busy.
jest.setTimeout(180_000)

let environment: PostgresEnvironment
let another: GatewayProcess
let elsewhere: Api

beforeAll(async () => {
  const settings = { ...unlimited, INTROSPECTION_SECRET: introspectionSecret }
  environment = await openPostgresEnvironment(settings)
  another = await startGateway(environment.settings)
  elsewhere = createApi(() => another.url)
})

afterAll(async () => {
  await another?.kill()
  await environment?.close()
})

/** @param route Such as `GET api-keys`, at the first gateway. */
function call(token: string, route: string, body?: unknown) {
  const [method = '', path] = route.split(' ')
  const options = { headers: bearer(token), ...(body !== undefined && { body }) }
  return environment.api.send(method, `/api/auth/${path}`, options)
}

async function administrator() {
  const person = await signUp(environment.api)
  const mail = await environment.mail.waitFor(person.email, /confirm/i)
  await confirm(environment.api, person, tokensIn(mail)[0])
  const { token, user } = await enter(environment.api, person)
  return { token: token as string, user, person }
}

async function isActive(key: string): Promise<boolean> {
  return (await introspect(elsewhere, key)).body.active
}

it('are good at once on the other, are noted there as used, and revoked at once', async () => {
  const { token, user } = await administrator()
  const { body: made } = await call(token, 'POST api-keys', { name: 'CI' })
  const keys = { first: user.api_key, [made.id]: made.key }
  for (const [id, key] of Object.entries(keys)) {
    expect(await isActive(key)).toBe(true)
    await eventually('a note of its use', async () => {
      const { items } = (await call(token, 'GET api-keys')).body
      const found = items.find((each: { id: string }) => each.id === id)
      return found.last_used_at ?? undefined
    })
    const revoked = await call(token, `DELETE api-keys/${id}`)
    expect(revoked.status).toBe(200)
    expect(await isActive(key)).toBe(false)
  }
})

it('are replaced at once, and the old one ends with its overlap', async () => {
  const { token, user } = await administrator()
  const { body: second } = await call(token, 'POST api-keys/first/rotate', { overlap_hours: 1 })
  expect([await isActive(user.api_key), await isActive(second.key)]).toEqual([true, true])
  const { body: third } = await call(token, 'POST api-keys/first/rotate', { overlap_hours: 0 })
  const checked = [second.key, third.key, user.api_key].map(isActive)
  expect(await Promise.all(checked)).toEqual([false, true, true])
})

it('end at once with the rights of their account, and with their organization', async () => {
  const { token, user } = await administrator()
  const member = await memberOf(token)
  expect(await isActive(member.api_key)).toBe(true)
  const path = `organization/members/${member.id}`
  await call(token, `PATCH ${path}`, { disabled: true })
  expect(await isActive(member.api_key)).toBe(false)
  await call(token, `PATCH ${path}`, { disabled: false })
  expect(await isActive(member.api_key)).toBe(true)
  await call(token, `PATCH ${path}`, { machine_role: 'operator' })
  const { body } = await introspect(elsewhere, member.api_key)
  expect([body.sub, body.machine_role, body.role]).toEqual([member.id, 'operator', 'user'])
  await call(token, `DELETE ${path}`)
  expect([await isActive(member.api_key), await isActive(user.api_key)]).toEqual([false, true])
  const closed = await call(token, 'DELETE organization', { confirm: user.tenant_name })
  expect(closed.status).toBe(200)
  expect(await isActive(user.api_key)).toBe(false)
})

/** A member who accepted an invitation of the administrator with this token. */
async function memberOf(token: string) {
  const [email, username, password] = ['bob@example.com', 'bob-of-the-keys', 'a phrase of his own']
  const invited = await call(token, 'POST organization/invitations', { email })
  expect(invited.status).toBe(201)
  const [link] = tokensIn(await environment.mail.waitFor(email, /./))
  const names = { first_name: 'Bob', last_name: 'B.' }
  const accepting = { token: link, username, password, ...names }
  const accepted = await environment.api.post('/api/auth/accept-invitation', accepting)
  expect(accepted.status).toBe(201)
  return (await enter(environment.api, { email, password })).user
}
