import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRedisServer, type RedisServer, removeLoopbackServer } from '@gatehouse/test-services'
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals'
import { redisAdapterTest } from '../src/examples/adapter-tests.ts'
import { examplesFolder, exampleWithOwnPorts } from '../src/examples/examples.ts'
import { runAdapterTest, suiteTimeoutMs } from '../src/examples/run-adapter-test.ts'
import { startService } from '../src/examples/run-service.ts'
import { goodWalk, walkThrough } from '../src/examples/walk-through.ts'

jest.setTimeout(suiteTimeoutMs)

let server: RedisServer
beforeAll(async () => {
  server = await createRedisServer()
})
afterAll(() => removeLoopbackServer(server))

it('an adapter for counters keeps the contract of its port on a real server', async () => {
  const printed = await runAdapterTest(redisAdapterTest, { REDIS_URL: server.url })
  expect(printed).toContain(redisAdapterTest.promise)
  expect(printed).toMatch(/fail 0\n/)
})

it('with ports of other makes people sign up, log in and see what is theirs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-own-ports-'))
  const passwords = join(folder, 'passwords')
  mkdirSync(passwords)
  const service = await startService({
    program: process.execPath,
    args: ['--conditions=@gatehouse/source', '--no-warnings', exampleWithOwnPorts.file],
    cwd: examplesFolder,
    env: {
      ...{ DATA_DIR: join(folder, 'data'), PASSWORDS_DIR: passwords, REDIS_URL: server.url },
      // Nobody listens there: mails wait in the outbox.
      MAIL_API: 'http://127.0.0.1:1/',
    },
  })
  try {
    expect(await walkThrough(service.url)).toEqual(goodWalk)
    expect(existsSync(join(passwords, 'realm-engines', 'htpasswd'))).toBe(true)
  } finally {
    expect(await service.end()).toBe(exampleWithOwnPorts.endsBy)
    rmSync(folder, { recursive: true })
  }
})
