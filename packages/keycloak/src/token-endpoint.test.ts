import { afterEach, describe, expect, it } from '@jest/globals'
import { type FakeAnswer, type FakeServer, startFakeServer } from '../test-support/fake-server.ts'
import { createTokenEndpoint } from './token-endpoint.ts'

let server: FakeServer
afterEach(() => server.close())

const client = { realm: 'acme', clientId: 'c&1', clientSecret: 's+=%' }

async function grantAnswered(answer: FakeAnswer, parameters: Record<string, string> = {}) {
  server = await startFakeServer(() => answer)
  const tokens = createTokenEndpoint({ url: server.url, timeoutSeconds: 5 })
  return tokens.grant(client, { grant_type: 'password', ...parameters })
}

const denied = (status: number, error: string, description = '') => ({
  status,
  body: { error, error_description: description },
})

describe('T-33: an answer of the token endpoint', () => {
  it.each([
    [400, 'Invalid user credentials'],
    [401, 'Invalid user credentials'],
    [400, 'Account disabled'],
    [400, 'Account is not fully set up'],
    [400, 'Account is temporarily disabled, contact admin or try again later.'],
    [401, ''],
  ])('is a refusal of the person: %i invalid_grant %j', async (status, description) => {
    const outcome = await grantAnswered(denied(status, 'invalid_grant', description))
    expect(outcome).toEqual({ kind: 'refused', description })
  })

  it.each([
    [401, 'invalid_client'],
    [400, 'unauthorized_client'],
    [401, 'unauthorized_client'],
  ])('says that our client is not known: %i %s', async (status, error) => {
    expect(await grantAnswered(denied(status, error))).toEqual({ kind: 'client_unknown' })
  })

  it('says that the realm is not known', async () => {
    const outcome = await grantAnswered({ status: 404, body: { error: 'Realm does not exist' } })
    expect(outcome).toEqual({ kind: 'realm_unknown' })
  })

  it.each<[FakeAnswer, string]>([
    [{ status: 500, body: { error: 'unknown_error' } }, 'unavailable'],
    [{ status: 502, body: '<html>' }, 'unavailable'],
    [denied(503, 'invalid_grant'), 'unavailable'],
    [denied(429, 'invalid_grant'), 'unavailable'],
    [{ status: 200, body: '<html>Welcome</html>' }, 'corrupt'],
    [{ status: 200, body: {} }, 'corrupt'],
    [{ status: 200, body: '"text"' }, 'corrupt'],
    [{ status: 401, body: '<html>Sign in</html>' }, 'corrupt'],
    [{ status: 404, body: '<html>Not found</html>' }, 'corrupt'],
    [{ status: 404, body: { message: 'no such route' } }, 'rejected'],
    [denied(400, 'invalid_request'), 'rejected'],
    [denied(403, 'access_denied'), 'rejected'],
  ])('is a fault of the store: %j', async (answer, failure) => {
    await expect(grantAnswered(answer)).rejects.toMatchObject({
      name: 'PortError',
      port: 'credential_store',
      failure,
    })
  })
})

it('T-32: sends what was typed byte for byte, form-encoded', async () => {
  const password = ' &+%=ü😀\r\n"\u0000'
  await grantAnswered(denied(400, 'invalid_grant'), { password, username: 'ada' })
  const sent = new URLSearchParams(server.requests[0]?.body)
  expect(Object.fromEntries(sent)).toEqual({
    client_id: 'c&1',
    client_secret: 's+=%',
    grant_type: 'password',
    username: 'ada',
    password,
  })
})

it('T-25: a realm name stays one part of the path', async () => {
  server = await startFakeServer(() => denied(400, 'invalid_grant'))
  const tokens = createTokenEndpoint({ url: server.url, timeoutSeconds: 5 })
  await tokens.grant({ ...client, realm: '../master?x#y' }, {})
  expect(server.requests[0]?.path).toBe('/realms/..%2Fmaster%3Fx%23y/protocol/openid-connect/token')
})
