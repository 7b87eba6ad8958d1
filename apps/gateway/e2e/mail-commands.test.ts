/** `gatehouse mail`, with a real mail server and beside a running gateway. */

import { eventually, freePort } from '@gatehouse/test-services'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { SMTPServer } from 'smtp-server'
import { person } from '../testing/people.ts'
import { runGatehouse } from '../testing/run-gatehouse.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'
import { records } from './support/records.ts'

// Each command is a process that has to start, on a machine that may be busy.
jest.setTimeout(180_000)

let environment: TestEnvironment

beforeAll(async () => {
  environment = await openTestEnvironment({ BRAND_NAME: 'Analytical Engines' })
})

afterAll(() => environment.close())

describe('gatehouse mail test', () => {
  it('sends one mail in the name of the operator, and tells what the server said', async () => {
    const { code, output } = await runGatehouse(
      ['mail', 'test', 'ada@example.com'],
      environment.settings,
    )
    expect(output).toMatch(/^The mail server has taken a mail to ada@example\.com: 250 /)
    expect(code).toBe(0)
    const mail = await environment.mail.waitFor('ada@example.com', /^A test mail$/)
    expect(mail.from).toBe('"Analytical Engines" <no-reply@localhost>')
    expect(mail.text).toContain('This mail tests whether Analytical Engines can send mails.')
  })

  it('tells that nothing listens, and what to do', async () => {
    const url = `smtp://gate:hunter2@127.0.0.1:${await freePort()}`
    const { code, output, errors } = await runGatehouse(['mail', 'test', 'ada@example.com'], {
      ...environment.settings,
      SMTP_URL: url,
    })
    expect(code).toBe(3)
    expect(errors).toMatch(/^The mail was not sent: connection_refused /)
    expect(errors).toContain('What to do: nothing listens where SMTP_URL says')
    expect(output + errors).not.toContain('hunter2')
  })

  it.each([
    ['login', 3, 'login_refused 535'],
    ['recipient', 1, 'recipient_refused 550'],
  ] as const)('tells a refused %s to programs', async (refused, exit, reason) => {
    const server = await openRefusing(refused)
    try {
      const { code, output } = await runGatehouse(['mail', 'test', '--json', 'ada@example.com'], {
        ...environment.settings,
        SMTP_URL: `smtp://gate:hunter2@127.0.0.1:${server.port}`,
      })
      expect(JSON.parse(output)).toMatchObject({
        ...{ ok: false, reason, answer: expect.stringContaining(reason.slice(-3)) },
        advice: expect.any(String),
      })
      expect(output).not.toContain('hunter2')
      expect(code).toBe(exit)
    } finally {
      await server.close()
    }
  })

  it.each([
    ['no address', ['ada']],
    ['two addresses', ['a@example.com,b@example.com']],
    ['nothing', []],
  ])('refuses %s', async (_, operands) => {
    const told = await runGatehouse(['mail', 'test', ...operands], environment.settings)
    expect([told.code, told.output]).toEqual([2, ''])
  })
})

describe('gatehouse mail status', () => {
  it('tells why mails wait, and that none does when they have left', async () => {
    const status = () => runGatehouse(['mail', 'status', '--json'], environment.settings)
    await environment.mail.stop()
    expect((await environment.api.post('/api/auth/signup', person())).status).toBe(201)
    const failed = () => records(environment, 'SELECT reason FROM outbox WHERE attempts > 0')
    await eventually('an attempt', () => failed()[0])
    const { code, output } = await status()
    expect(code).toBe(1)
    expect(JSON.parse(output)).toMatchObject({
      waiting: 1,
      oldest: expect.any(String),
      reasons: [
        { state: 'waiting', reason: 'connection_refused', advice: expect.any(String), mails: 1 },
      ],
    })
    records(environment, 'DELETE FROM outbox')
    expect(await runGatehouse(['mail', 'status'], environment.settings)).toMatchObject({
      code: 0,
      output: 'No mail waits.\n',
    })
  })
})

async function openRefusing(refused: 'login' | 'recipient') {
  const port = await freePort()
  const refusal = (responseCode: number) => Object.assign(new Error('no hunter2'), { responseCode })
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 10,
    onAuth({ username = '' }, _session, answer) {
      if (refused === 'login') answer(refusal(535))
      else answer(null, { user: username })
    },
    onRcptTo: (_address, _session, answer) =>
      answer(Object.assign(new Error('unknown'), { responseCode: 550 })),
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { port, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
