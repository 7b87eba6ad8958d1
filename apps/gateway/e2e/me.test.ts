/** One's own account over HTTP: password, email, names, sessions and API keys. */
import { once } from 'node:events'
import { startSharedTerminalBackend, type TerminalBackend } from '@gatehouse/proxy/testing'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { WebSocket } from 'ws'
import { agents } from '../testing/api.ts'
import { tokensIn } from '../testing/mail-server.ts'
import { bearer, confirm, enter, logIn, type Person, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { unlimited } from '../testing/unlimited.ts'

let backend: TerminalBackend
let environment: TestEnvironment

beforeAll(async () => {
  backend = await startSharedTerminalBackend()
  environment = await openTestEnvironment({ ...unlimited, MACHINE_BACKEND_URL: backend.url })
})

afterAll(async () => {
  await environment?.close()
  await backend.close()
})

/** Someone whose address is confirmed, in a session of the command line. */
async function someone() {
  const person = await signUp(environment.api)
  const mail = await environment.mail.waitFor(person.email, /confirm/i)
  const [link] = tokensIn(mail)
  await confirm(environment.api, person, link)
  const { token } = await enter(environment.api, person)
  return { person, token, link }
}

/** @param route Such as `GET me`. */
function call(token: string, route: string, body?: unknown) {
  const [method = '', path] = route.split(' ')
  const options = { headers: bearer(token), ...(body !== undefined && { body }) }
  return environment.api.send(method, `/api/auth/${path}`, options)
}

function changePassword(token: string, current_password: string, new_password: string) {
  return call(token, 'POST change-password', { current_password, new_password })
}

async function openTerminal(token: string): Promise<WebSocket> {
  const url = environment.gateway().url.replace('http', 'ws')
  const terminal = new WebSocket(`${url}/api/terminal/agent-7/ws`, { headers: bearer(token) })
  await once(terminal, 'open')
  return terminal
}

describe('changing the password', () => {
  it('is refused with a wrong present one, and nothing has ended', async () => {
    const { person, token } = await someone()
    const { token: other } = await enter(environment.api, person)
    const wrong = await changePassword(token, 'wrong horse', 'a wholly different phrase')
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials'])
    const bad = await changePassword(token, person.password, 'short')
    expect([bad.status, bad.body.errors[0].field]).toEqual([400, 'new_password'])
    expect((await call(other, 'GET me')).status).toBe(200)
  })

  it('ends the other session and its terminal, and this one goes on', async () => {
    const { person, token } = await someone()
    const { token: other } = await enter(environment.api, person, 'vscode')
    const terminals = [await openTerminal(other), await openTerminal(token)] as const
    const closed = once(terminals[0], 'close')
    const password = 'a wholly different phrase'
    expect((await changePassword(token, person.password, password)).status).toBe(200)
    for (const path of ['/api/machines', '/api/auth/me']) {
      const answer = await environment.api.send('GET', path, { headers: bearer(other) })
      expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'session_ended'])
    }
    expect((await closed)[0]).toBe(4403)
    expect(terminals[1].readyState).toBe(WebSocket.OPEN)
    terminals[1].terminate()
    expect((await call(token, 'GET me')).status).toBe(200)
    const refreshed = await environment.api.post('/api/auth/refresh', { token })
    expect(refreshed.status).toBe(200)
    expect((await logIn(environment.api, person)).status).toBe(401)
    expect((await logIn(environment.api, { ...person, password })).status).toBe(200)
    const mail = await environment.mail.waitFor(person.email, /password was changed/i)
    expect(mail.text).toContain(person.username)
  })
})

describe('changing the email address', () => {
  it('needs the password, and the link that was mailed to the new address', async () => {
    const { person, token, link } = await someone()
    const { password } = person
    const email = `new-${person.email}`
    const wrong = await call(token, 'POST change-email', { email, current_password: 'wrong' })
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials'])

    const asked = await call(token, 'POST change-email', { email, current_password: password })
    expect([asked.status, asked.body.pending_email]).toEqual([200, email])
    const before = await call(token, 'GET me')
    expect(before.body).toMatchObject({ email: person.email, pending_email: email })
    await environment.mail.waitFor(person.email, /is to be changed/i)

    const mail = await environment.mail.waitFor(email, /confirm your new/i)
    const [changeToken] = tokensIn(mail)
    const about = await environment.api.post('/api/auth/verification', { token: changeToken })
    expect(about.body).toMatchObject({ purpose: 'change_email', email, username: person.username })
    const old = await environment.api.post('/api/auth/verify-email', { token: link, password })
    expect(old.body.code).toBe('verification_token_invalid')
    const alone = await environment.api.post('/api/auth/verify-email', { token: changeToken })
    expect([alone.status, alone.body.code]).toEqual([400, 'validation_failed'])
    const stranger = await someone()
    const foreign = await call(stranger.token, 'POST verify-email', { token: changeToken })
    expect([foreign.status, foreign.body.code]).toEqual([403, 'forbidden'])

    const done = await call(token, 'POST verify-email', { token: changeToken })
    expect(done.status).toBe(200)
    const after = await call(token, 'GET me')
    expect(after.body).toMatchObject({ email, pending_email: null, email_verified: true })
    await environment.mail.waitFor(person.email, /address was changed/i)
    expect((await logIn(environment.api, person)).status).toBe(401)
    expect((await logIn(environment.api, { email, password })).status).toBe(200)
  })
})

describe('the account itself', () => {
  it('is read and its names changed', async () => {
    const { person, token } = await someone()
    const changed = await call(token, 'PATCH me', { first_name: 'Augusta' })
    expect(changed.body).toMatchObject({
      username: person.username,
      first_name: 'Augusta',
      last_name: person.last_name,
    })
    const bad = await call(token, 'PATCH me', { last_name: 'www.example.com' })
    expect([bad.status, bad.body.errors[0]]).toEqual([
      400,
      expect.objectContaining({ field: 'last_name', rule: 'web_address' }),
    ])
    expect((await call(token, 'GET me')).body.first_name).toBe('Augusta')
    const login = await enter(environment.api, person)
    expect(login.user.first_name).toBe('Augusta')
  })
})

describe('sessions', () => {
  it('are listed and ended, one or all others, and no foreign ones', async () => {
    const { person, token } = await someone()
    const { token: browser } = await enter(environment.api, person, 'ui')
    const { token: third } = await enter(environment.api, person, 'vscode')
    const { items } = (await call(token, 'GET sessions')).body
    expect(items).toHaveLength(3)
    expect(items.filter(({ current }: { current: boolean }) => current)).toMatchObject([
      { client: 'cli', network: '127.0.0.1', user_agent: agents.cli },
    ])
    const ui = items.find(({ client }: { client: string }) => client === 'ui')

    const stranger = await someone()
    const foreign = await call(stranger.token, `DELETE sessions/${ui.id}`)
    expect([foreign.status, foreign.body.code]).toEqual([404, 'not_found'])
    expect((await call(browser, 'GET me')).status).toBe(200)

    expect((await call(token, `DELETE sessions/${ui.id}`)).status).toBe(200)
    expect((await call(browser, 'GET me')).body.code).toBe('session_ended')
    expect((await call(third, 'GET me')).status).toBe(200)
    expect((await call(token, 'DELETE sessions')).status).toBe(200)
    expect((await call(third, 'GET me')).body.code).toBe('session_ended')
    const left = (await call(token, 'GET sessions')).body.items
    expect(left).toMatchObject([{ current: true }])
  })
})

describe('API keys', () => {
  it('are made, listed, replaced and revoked, and shown once', async () => {
    const { person, token } = await someone()
    const bad = await call(token, 'POST api-keys', { name: 'CI', expires_in_days: 0 })
    expect([bad.status, bad.body.errors[0].field]).toEqual([400, 'expires_in_days'])
    const made = await call(token, 'POST api-keys', { name: 'CI', expires_in_days: 90 })
    expect([made.status, made.body]).toEqual([
      201,
      expect.objectContaining({ name: 'CI', key: expect.stringMatching(/^ghk_/) }),
    ])
    const list = await call(token, 'GET api-keys')
    expect(list.body.items).toMatchObject([{ id: 'first' }, { id: made.body.id, name: 'CI' }])
    expect(JSON.stringify(list.body)).not.toContain('ghk_')

    const path = `api-keys/${made.body.id}`
    const rotated = await call(token, `POST ${path}/rotate`, { overlap_hours: 24 })
    expect([rotated.status, rotated.body.name]).toEqual([200, 'CI'])
    expect(rotated.body.key).not.toBe(made.body.key)
    expect((await call(token, 'GET api-keys')).body.items).toHaveLength(3)
    const stranger = await someone()
    expect((await call(stranger.token, `DELETE ${path}`)).status).toBe(404)
    expect((await call(token, `DELETE ${path}`)).status).toBe(200)
    expect((await call(token, `DELETE ${path}`)).status).toBe(404)

    const first = await call(token, 'POST api-keys/first/rotate', {})
    expect((await apiKeyOf(person)).api_key).toBe(first.body.key)
    expect((await call(token, 'DELETE api-keys/first')).status).toBe(200)
    expect((await apiKeyOf(person)).api_key).toBe('')
  })
})

async function apiKeyOf(person: Person) {
  return (await enter(environment.api, person)).user
}
