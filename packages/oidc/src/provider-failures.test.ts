import { createHash } from 'node:crypto'
import type { RequestListener, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { PortError } from '@gatehouse/auth-core/ports'
import { describe, expect, it } from '@jest/globals'
import { arrive, at, client, openFake, redirectUri } from '../test-support/at-fake.ts'

const discovery = '/.well-known/openid-configuration'
const poison = 'poison from the provider'

const status =
  (
    code: number,
    type = 'application/json',
    body = `{"error_description":"${poison}"}`,
  ): RequestListener =>
  (_request, response) =>
    void response.writeHead(code, { 'content-type': type }).end(body)

const hang: RequestListener = () => undefined

/** Sends for as long as the other side takes it, and counts. */
function endless(sent: { bytes: number }, pauseMs = 0): RequestListener {
  return (_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.write('{"keys":[')
    const chunk = pauseMs > 0 ? ' ' : ' '.repeat(64 * 1024)
    const more = () => {
      if (response.destroyed) return
      sent.bytes += chunk.length
      if (pauseMs > 0) response.write(chunk, () => setTimeout(more, pauseMs))
      else if (sent.bytes < 50 * 1024 * 1024) response.write(chunk, () => setImmediate(more))
    }
    response.write(chunk, more)
  }
}

describe('T-50: discovery', () => {
  it.each<[string, RequestListener, string]>([
    ['500', status(500), 'unavailable'],
    ['404', status(404), 'corrupt'],
    ['a page', status(200, 'text/html', '<h1>Welcome</h1>'), 'corrupt'],
    ['half a document', status(200, 'application/json', '{"issuer":'), 'corrupt'],
    ['a list', status(200, 'application/json', '[]'), 'corrupt'],
    ['an empty document', status(200, 'application/json', '{}'), 'corrupt'],
    ['nothing', (_request, response) => void response.destroy(), 'unavailable'],
    ['silence', hang, 'timeout'],
    ['a drop now and then', endless({ bytes: 0 }, 20), 'timeout'],
  ])('that answers with %s ends', async (_, listener, failure) => {
    const fake = await openFake()
    fake.answer(discovery, listener)
    await expectFailure(at(fake, patience(failure)).start(), failure)
  })

  it('of 50 MB is not read to its end', async () => {
    const fake = await openFake()
    const sent = { bytes: 0 }
    fake.answer(discovery, endless(sent))
    await expectFailure(at(fake).start(), 'corrupt')
    // What is still on its way in sockets and streams.
    expect(sent.bytes).toBeLessThan(10 * 1024 * 1024)
  })

  it('that swells when it is unpacked is not unpacked to its end', async () => {
    const fake = await openFake()
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '))
    fake.answer(discovery, (_request, response) => {
      response.setHeader('content-encoding', 'gzip')
      response.end(bomb)
    })
    await expectFailure(at(fake).start(), 'corrupt')
  })

  it('that leads elsewhere is not followed', async () => {
    const [fake, elsewhere] = [await openFake(), await openFake()]
    fake.answer(discovery, (_request, response) => {
      response.writeHead(302, { location: elsewhere.issuer + discovery }).end()
    })
    await expectFailure(at(fake).start(), 'corrupt')
    expect(elsewhere.requests).toEqual([])
  })

  it.each([
    ['another issuer', { issuer: 'https://evil.example' }],
    ['no issuer', { issuer: undefined }],
    ['no token endpoint', { token_endpoint: undefined }],
    ['no keys', { jwks_uri: undefined }],
    ['plain http elsewhere', { token_endpoint: 'http://169.254.169.254/latest' }],
    ['plain http for the keys', { jwks_uri: 'http://id.example/keys' }],
    ['plain http for the browser', { authorization_endpoint: 'http://id.example/authorize' }],
    ['a script for the browser', { authorization_endpoint: 'javascript:alert(1)' }],
    ['a file for the keys', { jwks_uri: 'file:///etc/passwd' }],
    ['a password in an address', { token_endpoint: 'https://a:b@id.example/token' }],
    ['no address at all', { userinfo_endpoint: 'me' }],
  ])('that gives %s is not trusted', async (_, changes) => {
    const fake = await openFake()
    fake.describe(changes)
    await expectFailure(at(fake).start(), 'corrupt')
  })

  it('in plain http is for this machine alone, and only where it is allowed', async () => {
    const fake = await openFake()
    await expectFailure(at(fake, { allowHttp: false }).start(), 'corrupt')
    expect(fake.requests).toEqual([])
    const issuer = 'http://provider.example'
    await expectFailure(at({ issuer }).start(), 'corrupt')
  })
})

describe('T-50: keys', () => {
  it.each<[string, RequestListener, string]>([
    ['500', status(500), 'unavailable'],
    ['a page', status(200, 'text/html', '<h1>Welcome</h1>'), 'corrupt'],
    ['silence', hang, 'timeout'],
    ['a drop now and then', endless({ bytes: 0 }, 20), 'timeout'],
    ['no end', endless({ bytes: 0 }), 'corrupt'],
    ['a redirect', (_request, response) => redirect(response), 'corrupt'],
  ])('that come as %s end it', async (_, listener, failure) => {
    const fake = await openFake()
    fake.answer('/keys', listener)
    await expectFailure(arrive(fake, at(fake, patience(failure))), failure)
  })

  it('are fetched once for many, and again for a key that is not among them', async () => {
    const fake = await openFake()
    const provider = at(fake)
    for (let count = 0; count < 3; count += 1) await arrive(fake, provider)
    expect(fake.requests.filter(({ path }) => path === '/keys')).toHaveLength(1)
  })
})

describe('a token endpoint', () => {
  it.each<[string, RequestListener, string]>([
    ['500', status(500), 'unavailable'],
    ['503 with a page', status(503, 'text/html', '<h1>Sorry</h1>'), 'unavailable'],
    ['a page', status(200, 'text/html', '<h1>Welcome</h1>'), 'corrupt'],
    ['silence', hang, 'timeout'],
    ['no end', endless({ bytes: 0 }), 'corrupt'],
    ['a redirect', (_request, response) => redirect(response), 'corrupt'],
    ['a wrong secret', errorAnswer('invalid_client', 401), 'rejected'],
    ['an unknown client', errorAnswer('unauthorized_client', 400), 'rejected'],
  ])('that answers with %s ends it, and is not quoted', async (_, listener, failure) => {
    const fake = await openFake()
    fake.answer('/token', listener)
    await expectFailure(arrive(fake, at(fake, patience(failure))), failure)
  })

  it('that refuses the code proves nothing', async () => {
    const fake = await openFake()
    fake.answer('/token', errorAnswer('invalid_grant', 400))
    expect(await arrive(fake, at(fake))).toEqual({ kind: 'rejected', reason: 'code_refused' })
  })

  it('T-46: is told the registered address, whatever the callback was', async () => {
    const fake = await openFake()
    await arrive(fake, at(fake), { extra: '&redirect_uri=https%3A%2F%2Fevil.example' })
    const { body } = fake.requests.find(({ path }) => path === '/token') ?? {}
    expect(Object.fromEntries(body ?? [])).toEqual({
      grant_type: 'authorization_code',
      code: 'a-code',
      redirect_uri: redirectUri,
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  it('T-44: is shown what the browser was sent with the hash of (RFC 7636, S256)', async () => {
    const fake = await openFake()
    const provider = at(fake)
    const { redirectTo, transaction } = await provider.start()
    await provider.finish(fake.comeBack(redirectTo), transaction)
    const { body } = fake.requests.find(({ path }) => path === '/token') ?? {}
    const challenge = createHash('sha256')
      .update(body?.get('code_verifier') ?? '')
      .digest('base64url')
    const sent = new URL(redirectTo).searchParams
    expect([sent.get('code_challenge_method'), sent.get('code_challenge')]).toEqual([
      'S256',
      challenge,
    ])
  })

  it.each([
    [undefined, true],
    [['client_secret_basic'], true],
    [['client_secret_basic', 'client_secret_post'], false],
  ])('that takes %j gets the secret in the header: %s', async (methods, inHeader) => {
    const fake = await openFake()
    fake.describe({ token_endpoint_auth_methods_supported: methods })
    await arrive(fake, at(fake))
    const { authorization = '', body } = fake.requests.find(({ path }) => path === '/token') ?? {}
    expect(authorization.startsWith('Basic ')).toBe(inHeader)
    expect(body?.get('client_secret')).toBe(inHeader ? null : client.clientSecret)
  })
})

describe('a callback', () => {
  it.each([
    ['the issuer of another provider', '&iss=https%3A%2F%2Fevil.example', 'callback_issuer'],
    ['two issuers', '&iss=a&iss=b', 'callback_malformed'],
    ['a token', '&id_token=a.b.c', 'answer_not_valid'],
    ['a signed response', '&response=a.b.c', 'callback_malformed'],
    ['an error beside the code', '&error=server_error', 'server_error'],
    ['an error of its own making', `&error=${encodeURIComponent(poison)}`, 'provider_error'],
  ])('T-45, T-47: with %s is rejected before anything is redeemed', async (_, extra, reason) => {
    const fake = await openFake()
    expect(await arrive(fake, at(fake), { extra })).toEqual({ kind: 'rejected', reason })
    expect(fake.requests.filter(({ path }) => path === '/token')).toEqual([])
  })

  it('T-45: without issuer is rejected where the provider promises one', async () => {
    const fake = await openFake()
    fake.describe({ authorization_response_iss_parameter_supported: true })
    expect(await arrive(fake, at(fake))).toEqual({ kind: 'rejected', reason: 'callback_issuer' })
  })

  it('T-45: of one provider is worth nothing at another', async () => {
    const [one, other] = [await openFake(), await openFake()]
    const started = await at(one).start()
    const query = one.comeBack(started.redirectTo)
    const atOther = at(other)
    const { transaction } = await atOther.start()
    expect(await atOther.finish(query, transaction)).toEqual({ kind: 'rejected', reason: 'state' })
    expect(other.requests.filter(({ path }) => path === '/token')).toEqual([])
  })
})

function errorAnswer(error: string, code: number): RequestListener {
  return status(code, 'application/json', JSON.stringify({ error, error_description: poison }))
}

function redirect(response: ServerResponse): void {
  response.writeHead(307, { location: 'http://169.254.169.254/' }).end()
}

/** A {@link PortError} whose texts, causes included, repeat nothing that was sent or received. */
async function expectFailure(work: Promise<unknown>, failure: string): Promise<void> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(PortError)
  expect(error).toMatchObject({ port: 'oidc_provider', failure })
  const shown = inspect(error, { depth: 10 })
  for (const secret of [poison, client.clientSecret, 'a-code', 'an-access-token', 'Welcome']) {
    expect(shown).not.toContain(secret)
  }
}

/** Short where it has to run out, long where a busy machine must not make it. */
function patience(failure: string): { readonly timeoutSeconds: number } {
  return { timeoutSeconds: failure === 'timeout' ? 1 : 30 }
}
