import { defaultSettings } from '@gatehouse/auth-core'
import { describe, expect, it } from '@jest/globals'
import { mistakesOf, read, required, secrets, settingsOf } from '../testing/read.ts'

describe('readSettings', () => {
  it('needs a mail server and a backend, and nothing else', () => {
    expect(read({})).toMatchObject({
      ok: false,
      mistakes: [{ name: 'MACHINE_BACKEND_URL' }, { name: 'SMTP_URL' }],
    })
    expect(read(required)).toMatchObject({ ok: true, notices: [] })
  })

  it('has the defaults of the core', () => {
    expect(settingsOf({}).auth).toEqual(defaultSettings)
  })

  it('has loopback defaults, and signs with keys of its own', () => {
    expect(settingsOf({})).toMatchObject({
      http: {
        host: '127.0.0.1',
        port: 8080,
        publicBaseUrl: 'http://localhost:8080',
        trustedProxies: [],
        corsAllowedOrigins: [],
        maxBodyBytes: 65_536,
      },
      edition: '1.2.0',
      database: { kind: 'sqlite', file: '.data/gatehouse.sqlite' },
      credentialStore: { kind: 'local' },
      mail: { verifyEmailUrl: 'http://localhost:8080/verify-email' },
      clients: { cliUserAgents: ['gatehouse-cli/'], vscodeUserAgents: ['gatehouse-vscode/'] },
    })
    expect(settingsOf({}).keys).toEqual({ dataDir: '.data', previousMasterKeys: [] })
  })

  it('builds defaults from what is set', () => {
    expect(settingsOf({ PORT: '8081', DATA_DIR: '/srv/gate/' })).toMatchObject({
      http: { publicBaseUrl: 'http://localhost:8081' },
      mail: { resetPasswordUrl: 'http://localhost:8081/reset-password' },
      database: { file: '/srv/gate/gatehouse.sqlite' },
      keys: { dataDir: '/srv/gate' },
    })
  })

  it('lists every mistake at once', () => {
    const reading = read({ PORT: 'http', JWT_EXPIRY_HOURS: '', LOG_LEVEL: 'loud', SMTP_URL: 'x' })
    expect(reading).toMatchObject({
      ok: false,
      mistakes: [
        { message: 'PORT must be a port number from 0 to 65535, not "http".' },
        { message: expect.stringMatching(/^MACHINE_BACKEND_URL is not set.*http:\/\/127/) },
        { message: expect.stringMatching(/^SMTP_URL must be `smtp:/) },
        { message: expect.stringMatching(/^JWT_EXPIRY_HOURS must be a number of hours.*not ""/) },
        { message: expect.stringMatching(/^LOG_LEVEL must be `fatal`.*, not "loud"/) },
      ],
    })
  })

  it.each(Object.keys(required))('does not start with an empty %s', (name) => {
    expect(read({ ...required, [name]: '' })).toMatchObject({ ok: false, mistakes: [{ name }] })
  })

  it('T-59: says why it does not trust every address', () => {
    expect(mistakesOf({ TRUSTED_PROXIES: '10.0.0.0/8,0.0.0.0/0' })).toMatchObject([
      { message: expect.stringContaining('must not trust every address') },
    ])
  })

  it('says which option of DATABASE_URL would be left out, lest TLS be so unnoticed', () => {
    const DATABASE_URL = 'postgres://u:p@db/gate?ssl_mode=verify-full'
    expect(mistakesOf({ DATABASE_URL })).toMatchObject([
      { message: expect.stringContaining('no option but `sslmode`') },
    ])
  })
})

describe('a mistake', () => {
  const password = 'hunter2-hunter2'

  it.each([
    ['JWT_SECRET', password],
    ['JWT_SECRET_PREVIOUS', password],
    ['MASTER_KEY', password],
    ['MASTER_KEY_PREVIOUS', password],
    ['SMTP_URL', `smtp://gate:${password}@mail example`],
    ['SMTP_URL', password],
    ['KEYCLOAK_CLIENT_SECRET', `${password} `],
    ['KEYCLOAK_URL', `http://gate:${password}@id`],
    ['DATABASE_URL', `postgres://gate:${password}@db/gate?x=y`],
    ['DATABASE_URL', `postgres://gate:${password}@db/`],
    ['DATABASE_URL', `mysql://db/gate?password=${password}`],
    ['MACHINE_BACKEND_URL', `http://gate:${password}@machines`],
    ['PUBLIC_BASE_URL', `http://gate:${password}@auth`],
    ['VERIFY_EMAIL_URL', `http://gate:${password}@auth/verify`],
    ['CORS_ALLOWED_ORIGINS', `http://gate:${password}@auth`],
  ])('T-82: in %s shows no secret', (name, text) => {
    const reading = read({ ...required, [name]: text, PORT: 'x' })
    expect(reading).toMatchObject({ ok: false })
    expect(JSON.stringify(reading)).toContain(name)
    expect(JSON.stringify(reading)).not.toContain('hunter2')
  })

  it('T-82: elsewhere shows no secret that is right', () => {
    const all = {
      SMTP_URL: `smtp://gate:${password}@mail.example`,
      DATABASE_URL: `postgres://gate:${password}@db/gate`,
      JWT_SECRET: secrets.secret,
      JWT_SECRET_PREVIOUS: secrets.previous,
      MASTER_KEY: secrets.masterKey.toString('base64'),
    }
    const told = JSON.stringify(read({ ...all, PORT: 'x' }))
    for (const value of [password, secrets.secret, secrets.previous, all.MASTER_KEY]) {
      expect(told).not.toContain(value)
    }
  })

  it('T-83: shows a value without its control characters, and not all of a long one', () => {
    const [{ message } = { message: '' }] = mistakesOf({
      LOG_LEVEL: `\u001b[2J\r\n\u2028${'x'.repeat(1000)}`,
    })
    expect(message).toMatch(/not "\?\[2J\?\?\?x{10,60}…"\.$/)
  })
})
