import { describe, expect, it } from '@jest/globals'
import { arrive, at, openFake } from '../test-support/at-fake.ts'

const discovery = '/.well-known/openid-configuration'

describe('what is known of a provider', () => {
  it('is asked for once, however many want to sign in', async () => {
    const fake = await openFake()
    const provider = at(fake)
    await Promise.all(Array.from({ length: 20 }, () => provider.start()))
    await provider.refresh()
    await provider.start()
    expect(fake.requests.map(({ path }) => path)).toEqual([discovery])
  })

  it('is asked for again once the provider is back', async () => {
    const fake = await openFake()
    const provider = at(fake)
    let down = true
    const { issuer, origin } = fake
    fake.answer(discovery, (_request, response) => {
      if (down) response.writeHead(503).end()
      else {
        response.setHeader('content-type', 'application/json')
        const endpoint = (path: string) => `${origin}/${path}`
        response.end(
          JSON.stringify({
            issuer,
            authorization_endpoint: endpoint('authorize'),
            token_endpoint: endpoint('token'),
            jwks_uri: endpoint('keys'),
            id_token_signing_alg_values_supported: ['ES256'],
          }),
        )
      }
    })
    await expect(provider.refresh()).rejects.toThrow('oidc_provider unavailable')
    await expect(provider.start()).rejects.toThrow('oidc_provider unavailable')
    down = false
    await provider.refresh()
    expect((await arrive(fake, provider)).kind).toBe('identified')
  })

  it('is brought up to date after an hour, in the background alone', async () => {
    const fake = await openFake()
    let time = Date.now()
    const provider = at(fake, { now: () => new Date(time) })
    await provider.refresh()
    time += 59 * 60_000
    await provider.refresh()
    expect(fake.requests).toHaveLength(1)
    time += 60_000
    await provider.start()
    expect(fake.requests).toHaveLength(1)
    await provider.refresh()
    expect(fake.requests).toHaveLength(2)
  })

  it('serves on while the provider gives nothing new', async () => {
    const fake = await openFake()
    let time = Date.now()
    const provider = at(fake, { now: () => new Date(time) })
    await provider.refresh()
    fake.answer(discovery, (_request, response) => void response.destroy())
    time += 24 * 3600_000
    await expect(provider.refresh()).rejects.toThrow('oidc_provider unavailable')
    expect((await arrive(fake, provider)).kind).toBe('identified')
  })
})
