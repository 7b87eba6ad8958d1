/** `UNCONFIRMED_ACCOUNTS=no_terminals`, through the gateway as it is shipped. */
import { once } from 'node:events'
import { startSharedTerminalBackend, type TerminalBackend } from '@gatehouse/proxy/testing'
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { WebSocket } from 'ws'
import { tokensIn } from '../testing/mail-server.ts'
import { bearer, confirm, enter, type Person, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'

const policy = { UNCONFIRMED_ACCOUNTS: 'no_terminals' }

let terminals: TerminalBackend
let environment: TestEnvironment
let someone: Person
let token: string

beforeAll(async () => {
  terminals = await startSharedTerminalBackend()
  environment = await openTestEnvironment({ MACHINE_BACKEND_URL: terminals.url })
  someone = await signUp(environment.api)
  token = (await enter(environment.api, someone)).token
})

afterAll(async () => {
  await environment.close()
  await terminals.close()
})

describe('an account whose address is not confirmed', () => {
  it('has to refresh its token once the operator has turned to no_terminals', async () => {
    await environment.gateway().stop()
    await environment.restart(policy)
    expect(await reach(token)).toEqual([401, 'token_stale'])
    expect(await terminalStatus(token)).toBe(401)
    const { status, body } = await environment.api.post('/api/auth/refresh', { token })
    expect(status).toBe(200)
    token = body.token
  })

  it('T-92: reaches no machine and opens no terminal', async () => {
    expect(await reach(token)).toEqual([403, 'account_unconfirmed'])
    expect(await terminalStatus(token)).toBe(403)
  })

  it('logs in and administers, and sees no API key', async () => {
    const { user } = await enter(environment.api, someone)
    expect(user).toMatchObject({ email_verified: false, api_key: '' })
    const headers = bearer(token)
    const { status } = await environment.api.send('GET', '/api/auth/organization', { headers })
    expect(status).toBe(200)
  })

  it('does all of it once it is confirmed, and its token refreshed', async () => {
    const [mailed] = tokensIn(await environment.mail.waitFor(someone.email, /confirm/i))
    expect((await confirm(environment.api, someone, mailed)).status).toBe(200)
    const { body } = await eventually('a token that tells', async () => {
      const answer = await environment.api.post('/api/auth/refresh', { token })
      return (await reach(answer.body.token))[0] === 403 ? undefined : answer
    })
    expect(await terminalStatus(body.token)).toBe(101)
    expect((await enter(environment.api, someone)).user.api_key).toMatch(/^ghk_/)
  })
})

async function reach(shown: string): Promise<readonly [number, unknown]> {
  const headers = bearer(shown)
  const { status, body } = await environment.api.send('GET', '/api/machines', { headers })
  return [status, body?.code]
}

/** What an upgrade is answered with. */
async function terminalStatus(shown: string): Promise<number | undefined> {
  const url = `${environment.gateway().url.replace('http', 'ws')}/api/terminal/agent-7/ws?token=${shown}`
  const socket = new WebSocket(url)
  socket.on('error', () => {})
  const opened = once(socket, 'open').then(() => 101)
  const refused = once(socket, 'unexpected-response').then(([, { statusCode }]) => statusCode)
  const status = await Promise.race([opened, refused])
  socket.terminate()
  return status
}
