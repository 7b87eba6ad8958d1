import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { arrive, at, client, openFake, redirectUri } from '../test-support/at-fake.ts'
import { directory, type RealProvider, startEntraLike, visitByFetch } from '../testing/index.ts'

const acme = '11111111-2222-3333-4444-555555555555'
const globex = '99999999-8888-7777-6666-555555555555'

describe('T-22: Entra for all directories', () => {
  it('vouches for people of any of them, under the issuer of their own', async () => {
    const fake = await openAll()
    for (const tid of [acme, globex]) {
      const story = { claims: ofDirectory(fake.origin, tid) }
      expect(await arrive(fake, at(fake), { story })).toMatchObject({
        kind: 'identified',
        identity: { issuer: `${fake.origin}/${tid}/v2.0`, directory: tid },
      })
    }
  })

  it.each([
    ['the issuer of another directory', { tid: globex }, 'id_token_iss'],
    ['no directory', { tid: undefined }, 'id_token_iss'],
    [
      'the template for an issuer',
      { iss: 'http://x/{tenantid}/v2.0', tid: '{tenantid}' },
      'id_token_iss',
    ],
    ['a directory that is a list', { tid: [acme] }, 'id_token_directory'],
  ])('does not with %s', async (_, claims, reason) => {
    const fake = await openAll()
    const story = { claims: { ...ofDirectory(fake.origin, acme), ...claims } }
    expect(await arrive(fake, at(fake), { story })).toEqual({ kind: 'rejected', reason })
  })

  it('does not with a directory that is no identifier, even under its own issuer', async () => {
    const fake = await openAll()
    for (const tid of ['organizations', '{tenantid}', '$&', '../x', acme.slice(1)]) {
      const story = { claims: ofDirectory(fake.origin, tid) }
      expect((await arrive(fake, at(fake), { story })).kind).toBe('rejected')
    }
  })

  it('keeps to one directory when the operator pins it', async () => {
    const fake = await openAll()
    const pinned = at(fake, { tenant: acme })
    const of = (tid: string) => ({ story: { claims: ofDirectory(fake.origin, tid) } })
    expect((await arrive(fake, pinned, of(acme))).kind).toBe('identified')
    expect(await arrive(fake, pinned, of(globex))).toEqual({
      kind: 'rejected',
      reason: 'id_token_directory',
    })
  })

  it('T-45: may name the issuer in the callback, but no other', async () => {
    const fake = await openAll()
    fake.describe({
      issuer: `${fake.origin}/{tenantid}/v2.0`,
      authorization_response_iss_parameter_supported: true,
    })
    const story = { claims: ofDirectory(fake.origin, acme) }
    const named = (iss: string) => ({ story, extra: `&iss=${encodeURIComponent(iss)}` })
    const provider = at(fake)
    const own = named(`${fake.origin}/${acme}/v2.0`)
    expect((await arrive(fake, provider, own)).kind).toBe('identified')
    const redeemed = fake.requests.filter(({ path }) => path === '/token').length
    expect(await arrive(fake, provider, named('https://evil.example'))).toEqual({
      kind: 'rejected',
      reason: 'callback_issuer',
    })
    expect(fake.requests.filter(({ path }) => path === '/token')).toHaveLength(redeemed)
  })
})

describe('T-22: Entra for one directory', () => {
  it('that is asked for by its domain vouches for people of that one', async () => {
    const fake = await openFake({ path: '/acme.example/v2.0' })
    fake.describe({ issuer: `${fake.origin}/${acme}/v2.0` })
    const provider = at(fake, { tenant: 'acme.example' })
    const of = (tid: string) => ({
      story: { claims: { ...ofDirectory(fake.origin, tid), iss: `${fake.origin}/${acme}/v2.0` } },
    })
    expect(await arrive(fake, provider, of(acme))).toMatchObject({ identity: { directory: acme } })
    expect(await arrive(fake, provider, of(globex))).toMatchObject({ kind: 'rejected' })
  })

  it('that does not name it is not trusted', async () => {
    const fake = await openFake()
    expect(await arrive(fake, at(fake, { tenant: acme }))).toEqual({
      kind: 'rejected',
      reason: 'id_token_directory',
    })
  })
})

describe('the certified provider with the ways of Entra', () => {
  let real: RealProvider
  beforeAll(async () => {
    real = await startEntraLike({ ...client, redirectUri })
  })
  afterAll(() => real.close())

  it('vouches for somebody with xms_edov', async () => {
    real.people.set('ada', { email: 'ada@example.com', tid: directory, xms_edov: true })
    const provider = at(real)
    const { redirectTo, transaction } = await provider.start()
    const form = { act: 'enter', login: 'ada' }
    const query = await visitByFetch(redirectTo, { backAt: redirectUri, form })
    expect(await provider.finish(query, transaction)).toEqual({
      kind: 'identified',
      identity: {
        issuer: real.issuer.replace('organizations', directory),
        issuerTemplate: real.issuer.replace('organizations', '{tenantid}'),
        subject: 'ada',
        email: 'ada@example.com',
        emailVerified: undefined,
        xmsEdov: true,
        directory,
      },
    })
  })
})

async function openAll() {
  const fake = await openFake({ path: '/organizations/v2.0' })
  fake.describe({ issuer: `${fake.origin}/{tenantid}/v2.0` })
  return fake
}

function ofDirectory(origin: string, tid: string) {
  return { iss: `${origin}/${tid}/v2.0`, tid, email_verified: undefined, xms_edov: true }
}
