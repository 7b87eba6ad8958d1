/** What an administrator does to a member, over HTTP, and what Keycloak then says of the user. */
import {
  closing,
  openTerminal,
  startSharedTerminalBackend,
  type TerminalBackend,
} from '@gatehouse/proxy/testing'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { bearer, enter, logIn, person } from '../../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'
import { unlimited } from '../../testing/unlimited.ts'
import { accept, type InvitedColleague, invitedColleague } from '../support/invited-colleague.ts'
import { keycloakSettings, realmTimeout, runningKeycloak } from '../support/keycloak.ts'
import { createHand } from '../support/keycloak-hand.ts'

jest.setTimeout(realmTimeout)

const members = '/api/auth/organization/members'
const hand = createHand(runningKeycloak())
let backend: TerminalBackend
let environment: TestEnvironment
let two: InvitedColleague

beforeAll(async () => {
  backend = await startSharedTerminalBackend()
  const settings = { ...unlimited, MACHINE_BACKEND_URL: backend.url }
  environment = await openTestEnvironment({ ...(await keycloakSettings()), ...settings })
  two = await invitedColleague(environment)
})

afterAll(async () => {
  await environment?.close()
  await backend.close()
})

/** Asks as the administrator. @param route Such as `GET /id`. */
function ask(route: string, body?: object) {
  const [method = '', path = ''] = route.split(' ')
  const options = { headers: bearer(two.admin.token), ...(body && { body }) }
  return environment.api.send(method, members + path, options)
}

interface Named {
  readonly name: string
  readonly path?: string
}

/** The user of the member in Keycloak, as its administrator reads it. */
async function userOf({ username } = two.member) {
  const path = `/${two.tenantId}/users`
  const [user] = await hand.ask<readonly { readonly id: string; readonly enabled: boolean }[]>(
    'GET',
    `${path}?exact=true&username=${username}`,
  )
  if (user === undefined) return undefined
  const groups = await hand.ask<readonly Named[]>('GET', `${path}/${user.id}/groups`)
  const roles = await hand.ask<readonly Named[]>('GET', `${path}/${user.id}/role-mappings/realm`)
  return {
    ...user,
    groups: groups.map((group) => group.path).toSorted(),
    roles: roles.map(({ name }) => name).filter((name) => /_admin$/.test(name)),
  }
}

async function useOf(token: string): Promise<number> {
  const { url } = environment.gateway()
  return (await fetch(`${url}/api/machines`, { headers: bearer(token) })).status
}

it('lists both, the one who signed up and the one who was invited', async () => {
  const { admin, member } = two
  const { body } = await ask('GET ?limit=10')
  const seen = body.items.map(({ id, role, state }: Record<string, string>) => [id, role, state])
  const both = [
    [admin.id, 'company_admin', 'active'],
    [member.id, 'user', 'active'],
  ]
  expect(seen.toSorted()).toEqual(both.toSorted())
})

it('changes the groups in the realm, and the role and the machine role in what tokens say', async () => {
  const { member } = two
  const to = { role: 'company_admin', machine_role: 'operator', groups: ['ops', 'night/shift'] }
  const changed = await ask(`PATCH /${member.id}`, to)
  const paths = ['/night/shift', '/ops']
  expect(changed.status).toBe(200)
  expect({ ...changed.body, groups: changed.body.groups.toSorted() }).toMatchObject({
    ...to,
    groups: paths,
  })
  expect(await userOf()).toMatchObject({ groups: paths, roles: ['company_admin'] })
  expect(await useOf(member.token)).toBe(401)
  const { user, token } = await enter(environment.api, member)
  expect(user).toMatchObject({ role: 'company_admin', machine_role: 'operator' })
  expect(user.groups.toSorted()).toEqual(paths)

  const less = { role: 'user', machine_role: '', groups: ['/ops'] }
  expect((await ask(`PATCH /${member.id}`, less)).body).toMatchObject(less)
  expect(await userOf()).toMatchObject({ groups: ['/ops'], roles: [] })
  expect(await useOf(token)).toBe(401)
  expect((await enter(environment.api, member)).user).toMatchObject(less)
})

it('disables the user in the realm, ends sessions and terminals, and lets in again', async () => {
  const { member } = two
  const { token } = await enter(environment.api, member)
  const closed = closing(await openTerminal(environment.gateway(), { token }))
  const before = await userOf()
  expect((await ask(`PATCH /${member.id}`, { disabled: true })).body.state).toBe('disabled')
  expect((await closed)[0]).toBe(4403)
  expect(await userOf()).toEqual({ ...before, enabled: false })
  expect(await useOf(token)).toBe(401)
  const refused = await logIn(environment.api, member)
  expect([refused.status, refused.body.code]).toEqual([401, 'invalid_credentials'])

  expect((await ask(`PATCH /${member.id}`, { disabled: false })).body.state).toBe('active')
  expect(await userOf()).toEqual(before)
  expect(await useOf(token)).toBe(401)
  expect((await enter(environment.api, member)).user.groups).toEqual(['/ops'])
})

it('ends the sessions of a member, who signs in again', async () => {
  const { member } = two
  const { token } = await enter(environment.api, member)
  expect((await ask(`POST /${member.id}/end-sessions`)).status).toBe(200)
  expect(await useOf(token)).toBe(401)
  expect((await logIn(environment.api, member)).status).toBe(200)
})

it('removes the user from the realm, and the same person can be invited anew', async () => {
  const { member, admin } = two
  const { token } = await enter(environment.api, member)
  const before = await userOf()
  expect((await ask(`DELETE /${member.id}`)).status).toBe(200)
  expect(await userOf()).toBeUndefined()
  expect(await userOf(admin)).toMatchObject({ enabled: true, roles: ['company_admin'] })
  expect(await useOf(token)).toBe(401)
  expect((await logIn(environment.api, member)).status).toBe(401)
  expect((await ask(`GET /${member.id}`)).status).toBe(404)

  const { email, username } = member
  const anew = person({ email, username })
  await accept(environment, admin.token, anew)
  const { user } = await enter(environment.api, anew)
  expect(user).toMatchObject({ username, role: 'user', groups: [] })
  expect(user.id).not.toBe(member.id)
  expect((await userOf())?.id).not.toBe(before?.id)
  expect((await logIn(environment.api, member)).status).toBe(401)
})
