import { describe, expect, it } from '@jest/globals'
import { mistakesOf, read, required, settingsOf } from '../testing/read.ts'

const directory = '3f0c2a52-9a4e-4c70-8a51-6a2d2f1b7c11'
const a = { PROVIDER_A_CLIENT_ID: 'client-a', PROVIDER_A_CLIENT_SECRET: 'a secret: of "a"' }
const b = { PROVIDER_B_CLIENT_ID: 'client-b', PROVIDER_B_CLIENT_SECRET: 'secret-b' }

describe('providers', () => {
  it('are off unless they have a client id', () => {
    expect(settingsOf({ PROVIDER_B_ISSUER: 'https://id.example' }).oidc).toEqual({
      providers: [],
      redirectBaseUrl: 'http://localhost:8080',
      allowHttp: false,
    })
  })

  it('are Entra for all directories and Google unless told', () => {
    expect(settingsOf({ ...a, ...b }).oidc.providers).toEqual([
      {
        name: 'provider_a',
        issuer: 'https://login.microsoftonline.com/organizations/v2.0',
        clientId: 'client-a',
        clientSecret: 'a secret: of "a"',
        tenant: undefined,
      },
      {
        name: 'provider_b',
        issuer: 'https://accounts.google.com',
        clientId: 'client-b',
        clientSecret: 'secret-b',
      },
    ])
  })

  it.each([directory.toUpperCase(), 'Acme.Example.com'])('know one directory %s', (tenant) => {
    const lowerCase = tenant.toLowerCase()
    const { oidc, auth } = settingsOf({ ...a, PROVIDER_A_TENANT_ID: tenant })
    expect(oidc.providers).toMatchObject([
      { issuer: `https://login.microsoftonline.com/${lowerCase}/v2.0`, tenant: lowerCase },
    ])
    expect(auth.oidcEmailTrust.provider_a).toEqual({ directoryPinned: true, trustEmail: false })
  })

  it('can be any others', () => {
    const { oidc } = settingsOf({
      ...a,
      ...b,
      PROVIDER_A_ISSUER: 'https://id.example/realms/staff',
      PROVIDER_B_ISSUER: 'http://127.0.0.1:8081/realms/b',
      OIDC_ALLOW_HTTP: 'true',
    })
    expect(oidc).toMatchObject({
      allowHttp: true,
      providers: [
        { issuer: 'https://id.example/realms/staff' },
        { issuer: 'http://127.0.0.1:8081/realms/b' },
      ],
    })
  })

  it('send people back to the public address unless told', () => {
    const PUBLIC_BASE_URL = 'https://auth.example.com'
    const redirectOf = (more: object) =>
      settingsOf({ PUBLIC_BASE_URL, ...more }).oidc.redirectBaseUrl
    expect(redirectOf({})).toBe(PUBLIC_BASE_URL)
    expect(redirectOf({ OIDC_REDIRECT_BASE_URL: 'https://id.example/' })).toBe('https://id.example')
  })

  it('are off under edition 1.1.0, and that is told', () => {
    const reading = read({ ...required, ...a, API_EDITION: '1.1.0' })
    expect(reading).toMatchObject({
      ok: true,
      value: { oidc: { providers: [] } },
      notices: [{ name: 'PROVIDER_A_CLIENT_ID' }],
    })
  })

  it('T-22: are trusted with addresses in one directory alone', () => {
    const trust = { PROVIDER_A_TRUST_EMAIL: 'on' }
    const trusted = settingsOf({ ...a, ...trust, PROVIDER_A_TENANT_ID: directory })
    expect(trusted.auth.oidcEmailTrust).toEqual({
      provider_a: { directoryPinned: true, trustEmail: true },
    })
    expect(mistakesOf({ ...a, ...trust })).toEqual([
      {
        name: 'PROVIDER_A_TRUST_EMAIL',
        message: 'PROVIDER_A_TRUST_EMAIL needs PROVIDER_A_TENANT_ID beside it.',
      },
    ])
  })
})

describe('the settings of a provider', () => {
  it.each([
    ['a client without secret', { PROVIDER_A_CLIENT_ID: 'a' }, 'PROVIDER_A_CLIENT_ID'],
    ['another client without secret', { PROVIDER_B_CLIENT_ID: 'b' }, 'PROVIDER_B_CLIENT_ID'],
    [
      'plain http that nobody allowed',
      { ...b, PROVIDER_B_ISSUER: 'http://localhost:8081' },
      'PROVIDER_B_ISSUER',
    ],
    [
      'a domain that the issuer does not name',
      { ...a, PROVIDER_A_ISSUER: 'https://id.example/x/v2.0', PROVIDER_A_TENANT_ID: 'acme.com' },
      'PROVIDER_A_TENANT_ID',
    ],
    [
      'a way back without TLS',
      { ...a, PUBLIC_BASE_URL: 'http://auth.example.com' },
      'OIDC_REDIRECT_BASE_URL',
    ],
  ])('are refused with %s', (_, environment, name) => {
    expect(mistakesOf(environment).map((mistake) => mistake.name)).toEqual([name])
  })

  it.each([
    'PROVIDER_A_CLIENT_SECRET',
    'PROVIDER_A_TENANT_ID',
    'PROVIDER_A_ISSUER',
    'PROVIDER_B_CLIENT_SECRET',
    'PROVIDER_B_ISSUER',
  ])('do nothing without a client id, and that is told: %s', (name) => {
    const value = name.endsWith('ISSUER') ? 'https://id.example' : directory
    const { notices } = read({ ...required, [name]: value })
    expect(notices).toEqual([
      {
        name,
        message: expect.stringMatching(/^\w+ has no effect without PROVIDER_._CLIENT_ID\.$/),
      },
    ])
  })

  it('are not shown when they are secret', () => {
    const [mistake] = mistakesOf({ ...a, PROVIDER_A_CLIENT_SECRET: 'sécret' })
    expect(mistake?.message).toBe(
      'PROVIDER_A_CLIENT_SECRET must be up to 1000 printable ASCII characters.',
    )
  })
})
