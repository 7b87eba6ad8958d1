import { describe, expect, it } from '@jest/globals'
import { arrive, at, client, openFake } from '../test-support/at-fake.ts'
import type { Story } from '../testing/index.ts'

const now = () => Math.floor(Date.now() / 1000)

describe('an ID token', () => {
  it('is trusted when everything is right', async () => {
    const fake = await openFake()
    expect(await arrive(fake, at(fake))).toEqual({
      kind: 'identified',
      identity: {
        issuer: fake.issuer,
        issuerTemplate: null,
        subject: 'subject-1',
        email: 'ada@example.com',
        emailVerified: true,
        xmsEdov: undefined,
        directory: null,
      },
    })
  })

  it.each<[string, Story, string]>([
    ['T-44: the nonce of another attempt', { claims: { nonce: 'another' } }, 'id_token_nonce'],
    ['T-44: no nonce', { claims: { nonce: undefined } }, 'id_token_nonce'],
    ['T-45: another issuer', { claims: { iss: 'https://evil.example' } }, 'id_token_iss'],
    ['no issuer', { claims: { iss: undefined } }, 'answer_not_valid'],
    ['T-45: another audience', { claims: { aud: 'another' } }, 'id_token_aud'],
    [
      'T-45: another audience beside ours',
      { claims: { aud: [client.clientId, 'b'] } },
      'id_token_aud',
    ],
    [
      'T-45: another authorized party',
      { claims: { aud: [client.clientId, 'another'], azp: 'another' } },
      'id_token_azp',
    ],
    ['T-45: another authorized party alone', { claims: { azp: 'another' } }, 'id_token_azp'],
    ['no subject', { claims: { sub: undefined } }, 'answer_not_valid'],
    ['a number for a subject', { claims: { sub: 7 } }, 'answer_not_valid'],
    ['no time of issue', { claims: { iat: undefined } }, 'answer_not_valid'],
    ['no expiry', { claims: { exp: undefined } }, 'answer_not_valid'],
    ['a text for an expiry', { claims: { exp: '9999999999' } }, 'answer_not_valid'],
    ['an expiry two minutes ago', { claims: { exp: now() - 120 } }, 'id_token_expired'],
    ['a beginning in two minutes', { claims: { nbf: now() + 120 } }, 'id_token_expired'],
    ['no signature', { key: 'none' }, 'id_token_algorithm'],
    ['a signature with the client secret', { key: 'client_secret' }, 'id_token_algorithm'],
    ['a signature with another key', { key: 'foreign' }, 'id_token_signature'],
    ['an unknown key', { header: { kid: 'key-2' } }, 'id_token_key'],
    ['a header that must be understood', { header: { crit: ['x'], x: 1 } }, 'answer_not_valid'],
  ])('is not with %s', async (_, story, reason) => {
    const fake = await openFake()
    expect(await arrive(fake, at(fake), { story })).toEqual({ kind: 'rejected', reason })
  })

  it('is trusted with a key that the provider has just changed to (B-162)', async () => {
    const fake = await openFake()
    const provider = at(fake)
    const identified = expect.objectContaining({ kind: 'identified' })
    expect(await arrive(fake, provider)).toEqual(identified)
    fake.changeKey()
    const story: Story = { key: 'foreign', header: { kid: 'key-2' } }
    expect(await arrive(fake, provider, { story })).toEqual(identified)
    expect(await arrive(fake, provider, { story })).toEqual(identified)
    const old: Story = { key: 'own' }
    expect(await arrive(fake, provider, { story: old })).toMatchObject({ kind: 'rejected' })
    // One at first, and one for each key that was not known.
    expect(fake.requests.filter(({ path }) => path === '/keys')).toHaveLength(3)
  })

  it.each([
    ['30 s slow', -30],
    ['30 s fast', 30],
  ])('is trusted of a provider whose clock is %s', async (_, seconds) => {
    const fake = await openFake()
    const story = {
      claims: { iat: now() + seconds, nbf: now() + seconds, exp: now() + seconds + 5 },
    }
    expect((await arrive(fake, at(fake), { story })).kind).toBe('identified')
  })

  it('T-50: has nothing fetched that it names', async () => {
    const [fake, evil] = [await openFake(), await openFake()]
    const header = { jku: `${evil.origin}/keys`, x5u: `${evil.origin}/keys`, kid: 'key-1' }
    const story: Story = { key: 'foreign', header, claims: { iss: evil.issuer } }
    expect((await arrive(fake, at(fake), { story })).kind).toBe('rejected')
    const honest: Story = { key: 'foreign', header }
    expect((await arrive(fake, at(fake), { story: honest })).kind).toBe('rejected')
    expect(evil.requests).toEqual([])
  })

  it('names a directory of Google too', async () => {
    const fake = await openFake()
    const story = { claims: { hd: 'example.com' } }
    expect(await arrive(fake, at(fake), { story })).toMatchObject({
      identity: { directory: 'example.com' },
    })
  })

  it.each(['true', false, 1, null, {}])('passes on email_verified %j as it is', async (value) => {
    const fake = await openFake()
    const story = { claims: { email_verified: value } }
    expect(await arrive(fake, at(fake), { story })).toMatchObject({
      identity: { emailVerified: value },
    })
  })

  it('T-22: gives no other name for an address', async () => {
    const fake = await openFake()
    const name = 'victim@example.com'
    const claims = { preferred_username: name, upn: name, unique_name: name, mail: name }
    const story = { claims: { ...claims, email: undefined, email_verified: undefined } }
    expect(await arrive(fake, at(fake), { story })).toMatchObject({
      kind: 'identified',
      identity: { email: undefined },
    })
  })
})

describe('an address that stands in the user info alone', () => {
  const story = { claims: { email: undefined, email_verified: true, xms_edov: true } }

  it('is taken from there with all that is said of it', async () => {
    const fake = await openFake()
    fake.describe({ userinfo_endpoint: `${fake.origin}/me` })
    fake.answer('/me', (request, response) => {
      response.setHeader('content-type', 'application/json')
      const known = request.headers.authorization === 'Bearer an-access-token'
      response.end(JSON.stringify({ sub: known ? 'subject-1' : '', email: 'ada@example.com' }))
    })
    expect(await arrive(fake, at(fake), { story })).toMatchObject({
      kind: 'identified',
      identity: { email: 'ada@example.com', emailVerified: undefined, xmsEdov: undefined },
    })
  })

  it('T-100: says nothing with xms_edov where the provider is not Entra', async () => {
    const fake = await openFake()
    const claims = { email_verified: undefined, xms_edov: true }
    expect(await arrive(fake, at(fake), { story: { claims } })).toMatchObject({
      kind: 'identified',
      identity: { emailVerified: undefined, xmsEdov: undefined },
    })
  })

  it('is not taken for somebody else', async () => {
    const fake = await openFake()
    fake.describe({ userinfo_endpoint: `${fake.origin}/me` })
    fake.answer('/me', (_request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ sub: 'subject-2', email: 'victim@example.com' }))
    })
    expect((await arrive(fake, at(fake), { story })).kind).toBe('rejected')
  })
})
