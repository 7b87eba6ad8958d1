/** The key file and the settings of keys: what a start makes, and what stops it. */
import { randomBytes } from 'node:crypto'
import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { runGateway } from '../testing/gateway-process.ts'
import { bearer, enter, signUp } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'

describe('the master key', () => {
  let environment: TestEnvironment
  let token: string

  beforeAll(async () => {
    environment = await openTestEnvironment()
    token = (await enter(environment.api, await signUp(environment.api))).token
    await environment.gateway().stop()
  })

  afterAll(() => environment.close())

  it('is made at the first start, in a file for its owner alone', async () => {
    const { mode } = await stat(join(environment.dataDir, 'master.key'))
    expect((mode & 0o777).toString(8)).toBe('600')
  })

  it('keeps every file of the gateway from others', async () => {
    for (const name of await readdir(environment.dataDir)) {
      const { mode } = await stat(join(environment.dataDir, name))
      expect([name, mode & 0o077]).toEqual([name, 0])
    }
  })

  it('stops the start when its file is open to others', async () => {
    await chmod(join(environment.dataDir, 'master.key'), 0o644)
    const { code, output } = await runGateway(settings())
    await chmod(join(environment.dataDir, 'master.key'), 0o600)
    expect(code).toBe(1)
    expect(lastLine(output)).toMatch(/^The gateway cannot start: DATA_DIR.*master\.key is open to/)
  })

  it('stops the start when it is not the one that the keys were sealed with', async () => {
    const MASTER_KEY = randomBytes(32).toString('base64')
    const { code, output } = await runGateway({ ...settings(), MASTER_KEY })
    expect(code).toBe(1)
    expect(lastLine(output)).toMatch(/^The gateway cannot start: .*MASTER_KEY/)
    expect(output).not.toContain(MASTER_KEY)
  })

  it('opens what was sealed, after all that', async () => {
    await environment.restart()
    const answer = await environment.api.send('GET', '/api/machines', { headers: bearer(token) })
    expect(answer.status).toBe(200)
  })

  function settings() {
    return { ...others, DATA_DIR: environment.dataDir }
  }
})

describe('bad settings', () => {
  it('are all told at once, by name and without secrets, and stop the start', async () => {
    const { code, output } = await runGateway({
      PORT: 'eighty',
      SMTP_URL: 'smtp://',
      JWT_SECRET: 'hunter2',
      JWT_EXPIRY_HOURS: '0',
      MASTER_KEY: 'hunter3',
    })
    expect(code).toBe(1)
    const [first, ...mistakes] = output.trim().split('\n')
    expect(first).toBe('The gateway cannot start:')
    const named = mistakes.map((line) => line.trim().split(' ')[0]).toSorted()
    expect(named).toEqual([
      'JWT_EXPIRY_HOURS',
      'JWT_SECRET',
      'MACHINE_BACKEND_URL',
      'MASTER_KEY',
      'PORT',
      'SMTP_URL',
    ])
    expect(output).not.toMatch(/hunter/)
  })

  it('T-36: a published secret is one', async () => {
    const JWT_SECRET = '!RCR#hJFp*d8nHUZ@U79vC*HndVg292phyZ#5^Xb'
    const { code, output } = await runGateway({ ...others, JWT_SECRET })
    expect([code, lastLine(output)]).toEqual([
      1,
      '  JWT_SECRET must not be a secret that was published.',
    ])
  })
})

const others = {
  PORT: '0',
  SMTP_URL: 'smtp://127.0.0.1:25',
  MACHINE_BACKEND_URL: 'http://127.0.0.1:9000',
  PUBLIC_BASE_URL: 'https://auth.example.test',
}

function lastLine(output: string): string | undefined {
  return output.trimEnd().split('\n').at(-1)
}
