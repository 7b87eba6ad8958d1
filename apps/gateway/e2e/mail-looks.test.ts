/** Mails in the name, the colours and the language of those who get them. */

import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { startMailServer } from '../testing/mail-server.ts'
import { person } from '../testing/people.ts'
import { openTestEnvironment, type TestEnvironment } from '../testing/test-environment.ts'

/** One pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let environment: TestEnvironment

beforeAll(async () => {
  const logo = join(tmpdir(), `gatehouse-logo-${process.pid}.png`)
  await writeFile(logo, png)
  environment = await openTestEnvironment({
    BRAND_NAME: 'Analytical Engines',
    BRAND_COLOR: '#7a1fa2',
    BRAND_LOGO_FILE: logo,
  })
})

afterAll(() => environment.close())

it('carries the name, the colour and the logo of the operator, and the language of the person', async () => {
  const someone = person()
  await signUpIn('de-DE,de;q=0.9,en;q=0.8', someone)
  const mail = await environment.mail.waitFor(someone.email, /^Bestätigen Sie Ihre E-Mail-Adresse$/)
  expect(mail.from).toBe('"Analytical Engines" <no-reply@localhost>')
  expect(mail.html).toContain('<html lang="de">')
  expect(mail.html).toContain('background: #7a1fa2')
  expect(mail.html).toContain(`<img src="data:image/png;base64,${png.toString('base64')}"`)
  expect(mail.text).toContain('Automatisch gesendet von Analytical Engines.')
  expect(mail.html + mail.text).not.toContain('Gatehouse')
})

it('writes English to a program that asks for no language', async () => {
  const someone = person()
  await environment.api.post('/api/auth/signup', someone)
  await environment.mail.waitFor(someone.email, /^Confirm your email address$/)
})

it('keeps the language over a kill and an outage of the mail server', async () => {
  await environment.mail.stop()
  const someone = person()
  await signUpIn('de', someone)
  await environment.gateway().kill()
  const mail = await startMailServer(environment.mail.port)
  try {
    await environment.restart()
    await mail.waitFor(someone.email, /^Bestätigen Sie Ihre E-Mail-Adresse$/)
  } finally {
    await mail.stop()
  }
})

async function signUpIn(language: string, someone: ReturnType<typeof person>): Promise<void> {
  const answer = await environment.api.post('/api/auth/signup', someone, {
    'accept-language': language,
  })
  expect(answer.status).toBe(201)
}
