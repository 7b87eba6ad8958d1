import { describe, expect, it, jest } from '@jest/globals'
import { runGatehouse } from '../../testing/run-gatehouse.ts'
import { parsePrinted } from '../support/documented-fields.ts'
import { keycloakSettings, realmTimeout, runningKeycloak } from '../support/keycloak.ts'

jest.setTimeout(realmTimeout)

describe('gatehouse keycloak init', () => {
  const init = (env: Readonly<Record<string, string>>) => runGatehouse(['keycloak', 'init'], env)

  it('prints the settings of the gateway, and the same again when it is run again', async () => {
    const printed = await keycloakSettings()
    expect(printed).toMatchObject({
      CREDENTIAL_STORE: 'keycloak',
      KEYCLOAK_URL: runningKeycloak().url,
      KEYCLOAK_CLIENT_ID: 'gatehouse-e2e',
      KEYCLOAK_CLIENT_SECRET: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(await keycloakSettings()).toEqual(printed)
  })

  it('prints the same settings for programs', async () => {
    const { url, admin } = runningKeycloak()
    const { code, output, errors } = await runGatehouse(['keycloak', 'init', '--json'], {
      KEYCLOAK_URL: url,
      KEYCLOAK_CLIENT_ID: 'gatehouse-e2e',
      KEYCLOAK_ADMIN: admin.username,
      KEYCLOAK_ADMIN_PASSWORD: admin.password,
    })
    expect([code, errors]).toEqual([0, ''])
    const [printed] = parsePrinted('keycloak init', output)
    expect(printed).toMatchObject({ created: false })
    expect(await keycloakSettings()).toMatchObject(printed?.settings as object)
  })

  it('says everything that is missing', async () => {
    expect(await init({ KEYCLOAK_CLIENT_ID: 'a b' })).toEqual({
      code: 2,
      output: '',
      errors: expect.stringMatching(
        /^KEYCLOAK_CLIENT_ID must .*\nKEYCLOAK_URL is not set.\nKEYCLOAK_ADMIN is .*\nKEYCLOAK_ADMIN_PASSWORD is not set.\n$/,
      ),
    })
  })

  it('says so when the administrator is not taken, without the password', async () => {
    const told = await init({
      KEYCLOAK_URL: runningKeycloak().url,
      KEYCLOAK_ADMIN: 'admin',
      KEYCLOAK_ADMIN_PASSWORD: 'hunter2',
    })
    expect(told).toMatchObject({ code: 3, output: '' })
    expect(told.errors).toMatch(/Are KEYCLOAK_URL, KEYCLOAK_ADMIN and KEYCLOAK_ADMIN_PASSWORD/)
    expect(told.errors).not.toContain('hunter2')
  })

  it('says so when nobody is there', async () => {
    const env = { KEYCLOAK_ADMIN: 'admin', KEYCLOAK_ADMIN_PASSWORD: 'hunter2' }
    // The discard port, where nothing listens.
    const told = await init({ ...env, KEYCLOAK_URL: 'http://127.0.0.1:4' })
    expect(told).toMatchObject({ code: 3, errors: expect.stringMatching(/KEYCLOAK_URL right/) })
  })
})

describe('gatehouse', () => {
  it.each([
    [[], /^usage: gatehouse COMMAND/],
    [['keycloak'], /^usage: gatehouse keycloak COMMAND/],
    [['keycloak', 'init', 'now'], /usage: gatehouse keycloak init/],
  ])('explains itself to %j', async (parameters, usage) => {
    expect(await runGatehouse(parameters)).toMatchObject({
      code: 2,
      errors: expect.stringMatching(usage),
    })
  })
})
