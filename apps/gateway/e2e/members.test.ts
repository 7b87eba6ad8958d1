/** The members of an organization, over HTTP. */

import {
  closing,
  openTerminal,
  startSharedTerminalBackend,
  type TerminalBackend,
} from '@gatehouse/proxy/testing'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { bearer, enter, logIn, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { unlimited } from '../testing/unlimited.ts'
import { organizationOfTwo } from './support/organization-of-two.ts'
import { records } from './support/records.ts'

const members = '/api/auth/organization/members'

let backend: TerminalBackend
let environment: TestEnvironment

beforeAll(async () => {
  backend = await startSharedTerminalBackend()
  environment = await openTestEnvironment({ ...unlimited, MACHINE_BACKEND_URL: backend.url })
})

afterAll(async () => {
  await environment.close()
  await backend.close()
})

it('lists the members of the own organization to its administrators, page by page', async () => {
  const { admin, member, tenantId } = await organizationOfTwo(environment)
  await signUp(environment.api)
  const list = (query: string, token = admin.token) => ask('GET', `${members}${query}`, { token })
  const first = await list('?limit=1')
  const second = await list(`?limit=1&cursor=${first.body.next_cursor}`)
  const ids = [...first.body.items, ...second.body.items].map(({ id }: { id: string }) => id)
  expect(ids).toEqual([admin.id, member.id].toSorted())
  expect(second.body.next_cursor).toBeNull()
  const found = await list(`?search=${member.email.toUpperCase()}&state=active&role=user`)
  expect(found.body.items).toEqual([
    expect.objectContaining({ id: member.id, tenant_id: tenantId, state: 'active' }),
  ])
  expect(found.body.items[0].last_login_at).toMatch(/^\d{4}-\d\d-\d\dT/)
  expect(JSON.stringify(found.body)).not.toContain('api_key')
  expect(await codeOf(list('', member.token))).toBe('403 forbidden')
  expect(await codeOf(list('?limit=101'))).toBe('400 validation_failed')
  expect(await codeOf(list('?limit=1&limit=2'))).toBe('400 validation_failed')
  expect(await codeOf(list('?state=gone'))).toBe('400 validation_failed')
  expect(await codeOf(list('?search=%00'))).toBe('400 validation_failed')
})

it('is no business of another organization, whatever is tried', async () => {
  const { admin, member, tenantId } = await organizationOfTwo(environment)
  const stranger = await enter(environment.api, await signUp(environment.api))
  const { token } = stranger
  for (const [method, suffix, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { role: 'user' }],
    ['DELETE', '', undefined],
    ['POST', '/end-sessions', undefined],
  ] as const) {
    const own = ask(method, `${members}/${member.id}${suffix}`, { token, body })
    expect(await codeOf(own)).toBe('404 not_found')
    const named = `/api/auth/tenants/${tenantId}/organization/members/${member.id}${suffix}`
    expect(await codeOf(ask(method, named, { token, body }))).toBe('403 forbidden')
  }
  expect(await codeOf(ask('GET', `${members}/a%20b`, { token }))).toBe('404 not_found')
  expect((await ask('GET', `${members}/${member.id}`, { token: admin.token })).status).toBe(200)
})

it('T-40: changes rights: the old token is out of date, and a refresh says the new ones', async () => {
  const { admin, member } = await organizationOfTwo(environment)
  const to = { role: 'company_admin', machine_role: 'operator', groups: ['ops', 'night/shift'] }
  const changed = await patch(member.id, to, admin.token)
  expect([changed.status, changed.body]).toEqual([200, expect.objectContaining(to)])
  expect(await useOf(member.token)).toBe(401)
  const refreshed = await environment.api.post('/api/auth/refresh', { token: member.token })
  expect(await useOf(refreshed.body.token)).toBe(200)
  expect(claimsOf(refreshed.body.token)).toMatchObject(to)
  const mail = await environment.mail.waitFor(admin.email, /protected less/i)
  expect(JSON.stringify(mail)).toContain(admin.username)
  expect(await codeOf(patch(member.id, { role: 'super_admin' }, admin.token))).toBe(
    '400 validation_failed',
  )
})

it('disables a member: tokens and terminals end at once, and the password works once enabled', async () => {
  const { admin, member } = await organizationOfTwo(environment)
  const terminal = await openTerminal(environment.gateway(), { token: member.token })
  const closed = closing(terminal)
  expect((await patch(member.id, { disabled: true }, admin.token)).body.state).toBe('disabled')
  expect(await useOf(member.token)).toBe(401)
  expect((await closed)[0]).toBe(4403)
  expect((await logIn(environment.api, member)).status).toBe(401)
  expect((await patch(member.id, { disabled: false }, admin.token)).body.state).toBe('active')
  expect((await logIn(environment.api, member)).status).toBe(200)
})

it('signs a member out everywhere, who can come back', async () => {
  const { admin, member } = await organizationOfTwo(environment)
  const ended = await ask('POST', `${members}/${member.id}/end-sessions`, { token: admin.token })
  expect(ended.status).toBe(200)
  expect(await useOf(member.token)).toBe(401)
  expect(await useOf((await enter(environment.api, member)).token)).toBe(200)
})

it('removes a member, whose username is free again', async () => {
  const { admin, member } = await organizationOfTwo(environment)
  const remove = () => ask('DELETE', `${members}/${member.id}`, { token: admin.token })
  expect((await remove()).status).toBe(200)
  expect(await codeOf(remove())).toBe('404 not_found')
  expect(await useOf(member.token)).toBe(401)
  const user = 'select count(*) as count from local_users where username = ?'
  expect(records(environment, user, member.username)).toEqual([{ count: 0 }])
  expect((await signUp(environment.api, { username: member.username })).username).toBe(
    member.username,
  )
})

it('keeps the last administrator, whatever is tried', async () => {
  const { admin, member } = await organizationOfTwo(environment)
  const own = `${members}/${admin.id}`
  const { token, password: current_password } = admin
  for (const tried of [
    patch(admin.id, { role: 'user' }, token),
    patch(admin.id, { disabled: true }, token),
    ask('DELETE', own, { token }),
    ask('DELETE', '/api/auth/me', { token, body: { current_password } }),
  ]) {
    expect(await codeOf(tried)).toBe('409 last_administrator')
  }
  await patch(member.id, { role: 'company_admin' }, token)
  const wrong = ask('DELETE', '/api/auth/me', { token, body: { current_password: 'a guess' } })
  expect(await codeOf(wrong)).toBe('401 invalid_credentials')
  const deleted = await ask('DELETE', '/api/auth/me', { token, body: { current_password } })
  expect(deleted.status).toBe(200)
  expect((await logIn(environment.api, admin)).status).toBe(401)
})

it('lets a super_admin act in every organization, and list them', async () => {
  const { member, tenantId } = await organizationOfTwo(environment)
  const operator = await enter(environment.api, await signUp(environment.api))
  records(environment, "update accounts set role = 'super_admin' where id = ?", operator.user.id)
  const { token } = operator
  const organization = `/api/auth/tenants/${tenantId}/organization`
  expect((await ask('GET', organization, { token })).body.tenant_id).toBe(tenantId)
  const one = `${organization}/members/${member.id}`
  expect((await ask('GET', one, { token })).body.id).toBe(member.id)
  const to = { machine_role: 'root' }
  expect((await ask('PATCH', one, { token, body: to })).body).toMatchObject(to)
  const nowhere = '/api/auth/tenants/nowhere/organization/members'
  expect(await codeOf(ask('GET', nowhere, { token }))).toBe('404 not_found')
  const all = await ask('GET', '/api/auth/tenants?limit=100', { token })
  expect(all.body.items).toContainEqual(
    expect.objectContaining({ tenant_id: tenantId, status: 'active' }),
  )
  expect(await codeOf(ask('GET', '/api/auth/tenants', { token: member.token }))).toMatch(/^40[13]/)
})

interface Asking {
  readonly token: string
  readonly body?: object | undefined
}

function ask(method: string, path: string, { token, body }: Asking) {
  return environment.api.send(method, path, { headers: bearer(token), ...(body && { body }) })
}

function patch(id: string, body: object, token: string) {
  return ask('PATCH', `${members}/${id}`, { token, body })
}

async function codeOf(answer: ReturnType<typeof ask>): Promise<string> {
  const { status, body } = await answer
  return `${status} ${body.code}`
}

async function useOf(token: string): Promise<number> {
  const { url } = environment.gateway()
  return (await fetch(`${url}/api/machines`, { headers: bearer(token) })).status
}

function claimsOf(token: string): unknown {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
}
