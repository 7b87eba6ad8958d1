import { createSmtpMailer } from '@gatehouse/smtp'
import { describe, expect, it } from '@jest/globals'
import { badValues } from '../test-support/bad-values.ts'
import { goodValues } from '../test-support/good-values.ts'
import { keycloak, mistakesOf, secrets, settingsOf } from '../testing/read.ts'
import { providerSettings } from './groups/oidc.ts'
import { settingNames } from './read-values.ts'

describe('each setting', () => {
  it.each(goodValues)('%s takes %j', (name, text, expected) => {
    expect(settingsOf({ ...partnersOf(name), [name]: text })).toMatchObject(expected)
  })

  it.each(Object.entries(badValues))('%s takes nothing else', (name, texts) => {
    const told = texts.map((text) => mistakesOf({ ...partnersOf(name), [name]: text }))
    const expected = { name, message: expect.stringMatching(new RegExp(`^${name} must `)) }
    expect(told).toEqual(texts.map(() => [expected]))
  })

  it('is among those tried here', () => {
    // The file of settings, a secret that is replaced and a provider need more than a value.
    const others = ['CONFIG_FILE', 'JWT_SECRET_PREVIOUS', 'JWT_SECRET_PREVIOUS_UNTIL']
    const elsewhere = [...others, ...Object.keys(providerSettings)]
    const tried = [...goodValues.map(([name]) => name), ...elsewhere]
    expect([...new Set(tried)].toSorted()).toEqual(settingNames.toSorted())
    expect(Object.keys(badValues).toSorted()).toEqual(settingNames.toSorted())
  })
})

describe('a mail server and a sender that are accepted here', () => {
  it.each([
    ['SMTP_URL', 'smtp://mail.example.com'],
    ['SMTP_URL', 'smtps://gate%40id:p%3Ass@mail.example.com:465?requireTLS=false'],
    ['MAIL_FROM', 'no-reply@localhost'],
    ['MAIL_FROM', '"Example, Inc." <no-reply@example.com>'],
    ['MAIL_FROM', 'Exämple <no-reply@example.com>'],
  ])('%s %s is accepted by the mailer', async (name, text) => {
    const { url, from } = settingsOf({ [name]: text }).mail
    const links = {
      verifyEmail: String,
      resetPassword: String,
      invitation: String,
      reopenOrganization: String,
    }
    await createSmtpMailer({ url, from, links }).close()
  })
})

/** What has to be set beside a setting for it to be checked by itself. */
function partnersOf(name: string): Readonly<Record<string, string>> {
  if (/^PROVIDER_._CLIENT_ID$/.test(name)) return { [name.replace(/ID$/, 'SECRET')]: 'x' }
  if (name.startsWith('KEYCLOAK_') || name === 'CREDENTIAL_STORE') return keycloak
  if (/^DATABASE_.*(?:SIZE|SECONDS)$/.test(name)) return { DATABASE_URL: 'postgres://db/gate' }
  if (!name.startsWith('JWT_SECRET_PREVIOUS')) return {}
  const until = '2030-01-31T12:00:00Z'
  return {
    JWT_SECRET: secrets.secret,
    JWT_SECRET_PREVIOUS: secrets.previous,
    JWT_SECRET_PREVIOUS_UNTIL: until,
  }
}
