/** A mail server that refuses: the operator is told why. */

import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { SMTPServer } from 'smtp-server'
import { person } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { records } from './support/records.ts'

let environment: TestEnvironment
let refusing: SMTPServer

beforeAll(async () => {
  refusing = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 10,
    onAuth({ password }, _session, answer) {
      answer(Object.assign(new Error(`no ${password} here`), { responseCode: 535 }))
    },
  })
  refusing.on('error', () => undefined)
  const port = await new Promise<number>((resolve) => {
    const listening = refusing.listen(0, '127.0.0.1', () => {
      const address = listening.address()
      if (address !== null && typeof address !== 'string') resolve(address.port)
    })
  })
  environment = await openTestEnvironment({ SMTP_URL: `smtp://gate:hunter2@127.0.0.1:${port}` })
})

afterAll(async () => {
  await environment.close()
  await new Promise<void>((resolve) => refusing.close(() => resolve()))
})

it('says at the start why mail cannot be sent and what to do, and starts all the same', async () => {
  const line = await eventually('the reason', () => warnings()[0])
  expect(line).toMatchObject({ level: 40, reason: 'login_refused 535' })
  expect(line.msg).toContain('see user and password in SMTP_URL')
})

it('says it in /readyz and beside the mail, and no second time in the log', async () => {
  const ready = await fetch(`${environment.gateway().url}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { checks: { mail: 'unavailable' }, reasons: { mail: 'login_refused 535' } },
  ])
  expect((await environment.api.post('/api/auth/signup', person())).status).toBe(201)
  const attempts = () => records(environment, 'SELECT attempts, reason FROM outbox')
  await eventually('a third attempt', () => Number(attempts()[0]?.attempts) > 2 || undefined)
  expect(attempts()).toMatchObject([{ reason: 'login_refused 535' }])
  expect(warnings()).toHaveLength(1)
  expect(environment.gateway().output.join('\n')).not.toContain('hunter2')
})

function warnings(): readonly { readonly msg: string; readonly reason: string }[] {
  return environment
    .gateway()
    .output.filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => /^mail is not sent: /.test(msg))
}
