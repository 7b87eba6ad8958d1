import { describe, expect, it } from '@jest/globals'
import { keycloak, read, required, secrets } from '../testing/read.ts'
import { readSettings } from './read-settings.ts'

const { secret, previous } = secrets
const until = '2030-01-31T12:00:00+02:00'
const published = 'your-256-bit-secret-your-256-bit-secret'
const key = secrets.masterKey.toString('base64')

describe('settings together', () => {
  it('T-39: take a secret with the one before it', () => {
    const reading = read({
      ...required,
      JWT_SECRET: secret,
      JWT_SECRET_PREVIOUS: previous,
      JWT_SECRET_PREVIOUS_UNTIL: until,
    })
    expect(reading).toMatchObject({ ok: true, notices: [] })
    expect(reading.ok && reading.value.keys.pinned).toEqual({
      secret,
      previous: { secret: previous, until: new Date('2030-01-31T10:00:00Z') },
    })
  })

  it.each([
    [
      'T-36: a secret equal to the one before',
      { JWT_SECRET: secret, JWT_SECRET_PREVIOUS: secret, JWT_SECRET_PREVIOUS_UNTIL: until },
      ['JWT_SECRET_PREVIOUS'],
    ],
    [
      'a secret before without its end',
      { JWT_SECRET: secret, JWT_SECRET_PREVIOUS: previous },
      ['JWT_SECRET_PREVIOUS'],
    ],
    [
      'an end without a secret before',
      { JWT_SECRET: secret, JWT_SECRET_PREVIOUS_UNTIL: until },
      ['JWT_SECRET_PREVIOUS_UNTIL'],
    ],
    [
      'a secret before without one now',
      { JWT_SECRET_PREVIOUS: previous, JWT_SECRET_PREVIOUS_UNTIL: until },
      ['JWT_SECRET_PREVIOUS'],
    ],
    [
      'a master key that is the one before too',
      { MASTER_KEY: key, MASTER_KEY_PREVIOUS: key },
      ['MASTER_KEY_PREVIOUS'],
    ],
    [
      'a secret of the backend that signs tokens too',
      { JWT_SECRET: secret, INTROSPECTION_SECRET: secret },
      ['INTROSPECTION_SECRET'],
    ],
    [
      'a secret of the backend that is the master key',
      { MASTER_KEY: key, INTROSPECTION_SECRET: key },
      ['INTROSPECTION_SECRET'],
    ],
    ['a master key that is the secret too', { JWT_SECRET: key, MASTER_KEY: key }, ['MASTER_KEY']],
    [
      'two pages at one address',
      { DASHBOARD_URL: 'http://localhost:8080/login' },
      ['DASHBOARD_URL'],
    ],
    ['a page where the API is', { LOGIN_URL: 'http://localhost:8080/api/login' }, ['LOGIN_URL']],
    [
      'workers on a database that each would have for itself',
      { WORKERS: 'auto', DATABASE_URL: 'sqlite::memory:' },
      ['WORKERS'],
    ],
    ['one port for everything', { PORT: '9464' }, ['METRICS_PORT']],
    [
      'headers that take longer than the request',
      { HEADERS_TIMEOUT_SECONDS: '20', REQUEST_TIMEOUT_SECONDS: '19' },
      ['HEADERS_TIMEOUT_SECONDS'],
    ],
    [
      'one product for two clients',
      { CLI_USER_AGENTS: 'a/,b/', VSCODE_USER_AGENTS: 'b/' },
      ['VSCODE_USER_AGENTS'],
    ],
    [
      'Keycloak without its address and its secret',
      { CREDENTIAL_STORE: 'keycloak' },
      ['KEYCLOAK_URL', 'KEYCLOAK_CLIENT_SECRET'],
    ],
    [
      'Keycloak with a wrong address',
      { ...keycloak, KEYCLOAK_URL: 'id.example.com' },
      ['KEYCLOAK_URL'],
    ],
    [
      'two broken rules',
      { VSCODE_USER_AGENTS: 'gatehouse-cli/', JWT_SECRET: key, MASTER_KEY: key },
      ['VSCODE_USER_AGENTS', 'MASTER_KEY'],
    ],
    [
      'a broken rule and a wrong value',
      { OTP_MINUTES: 'x', JWT_SECRET: key, MASTER_KEY: key },
      ['OTP_MINUTES', 'MASTER_KEY'],
    ],
  ])('refuse %s', (_, environment, names) => {
    expect(namesOf(read({ ...required, ...environment }))).toEqual(names)
  })

  it('take Keycloak by its address and its secret', () => {
    expect(read({ ...required, ...keycloak })).toMatchObject({
      ok: true,
      notices: [],
      value: {
        credentialStore: { kind: 'keycloak', clientId: 'gatehouse', timeoutSeconds: 10 },
      },
    })
  })

  it('take any port with a public address', () => {
    const reading = read({ ...required, PORT: '0', PUBLIC_BASE_URL: 'https://auth.example.com' })
    expect(reading).toMatchObject({ ok: true, notices: [], value: { http: { port: 0 } } })
  })
})

describe('a published secret', () => {
  it.each(['JWT_SECRET', 'JWT_SECRET_PREVIOUS', 'INTROSPECTION_SECRET'])(
    'T-36: is refused as %s',
    (name) => {
      const good = {
        JWT_SECRET: secret,
        JWT_SECRET_PREVIOUS: previous,
        JWT_SECRET_PREVIOUS_UNTIL: until,
      }
      const reading = readSettings(
        { ...required, ...good, [name]: published },
        { isKnownSecret: (text) => text === published },
      )
      expect(namesOf(reading)).toEqual([name])
      expect(JSON.stringify(reading)).not.toContain(published)
    },
  )
})

describe('a notice', () => {
  it.each([
    ['PUBLIC_BASE_URL', { PORT: '0' }],
    ['JWT_ROTATION_DAYS', { JWT_SECRET: secret, JWT_ROTATION_DAYS: '30' }],
    ['JWT_EXPIRY_HOURS', { JWT_EXPIRY_HOURS: '48', MAX_SESSION_DAYS: '1' }],
    ['KEYCLOAK_URL', { KEYCLOAK_URL: 'https://id.example.com' }],
    ['KEYCLOAK_URL', { ...keycloak, KEYCLOAK_URL: 'http://id.example.com' }],
    ['KEYCLOAK_TIMEOUT_SECONDS', { KEYCLOAK_TIMEOUT_SECONDS: '5' }],
    ['DATABASE_POOL_SIZE', { DATABASE_POOL_SIZE: '5' }],
    ['JWT_EXPIRY_HOUR', { JWT_EXPIRY_HOUR: '1' }],
  ])('tells of %s in settings that are good', (name, environment) => {
    expect(read({ ...required, ...environment })).toMatchObject({ ok: true, notices: [{ name }] })
  })

  it('tells of each page that mails lead to and nobody serves', () => {
    const brought = {
      ...{ WEB_PAGES: 'off', VERIFY_EMAIL_URL: 'https://shop.example.com/verify' },
      RESET_PASSWORD_URL: 'https://shop.example.com/reset',
      INVITATION_URL: 'https://shop.example.com/join',
    }
    const reading = read({ ...required, ...brought })
    expect(reading).toMatchObject({ ok: true, notices: [{ name: 'WEB_PAGES' }] })
    expect(JSON.stringify(reading)).toContain('are nowhere; see REOPEN_ORGANIZATION_URL')
    const all = { ...brought, REOPEN_ORGANIZATION_URL: 'https://shop.example.com/reopen' }
    expect(read({ ...required, ...all })).toMatchObject({ ok: true, notices: [] })
  })

  it('T-104: tells of an address without TLS that others can reach', () => {
    const reading = read({ ...required, PUBLIC_BASE_URL: 'http://auth.example.com' })
    expect(reading).toMatchObject({ ok: true, notices: [{ name: 'PUBLIC_BASE_URL' }] })
  })

  it('is given with the mistakes too', () => {
    const reading = read({ SMTP_URI: 'smtp://a:hunter2@b' })
    expect(reading).toMatchObject({
      ok: false,
      notices: [{ name: 'SMTP_URI', message: 'SMTP_URI is not a setting; SMTP_URL is.' }],
    })
    expect(JSON.stringify(reading)).not.toContain('hunter2')
  })
})

function namesOf(reading: ReturnType<typeof readSettings>): readonly string[] {
  return reading.ok ? [] : reading.mistakes.map(({ name }) => name)
}
