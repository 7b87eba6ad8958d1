import { randomBytes } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { knownJwtSecrets } from '../data/known-jwt-secrets.js'
import { isKnownSecret } from './is-known-secret.ts'

const secrets = knownJwtSecrets.split('\n').slice(1, -1)
const published = '<random_string_at_least_32_characters_long>'

describe('isKnownSecret', () => {
  it.each([
    ['a published secret', published],
    ['one with space around it', ` ${published}\n`],
    ['one that is just long enough', 'reallyreallyreallyreallyverysafe'],
    ['one outside ASCII', 'FD1!$*NAJafr@@%13FFFADFAqp\u01795!Ad'],
  ])('T-36: knows %s', (_, secret) => {
    expect(isKnownSecret(secret)).toBe(true)
  })

  it.each([
    ['a random one', randomBytes(32).toString('base64url')],
    ['nothing', ''],
    ['part of a published one', published.slice(0, -1)],
    ['a published one in capitals', published.toUpperCase()],
    ['two lines of the list', secrets.slice(0, 2).join('\n')],
  ])('does not know %s', (_, secret) => {
    expect(isKnownSecret(secret)).toBe(false)
  })

  it('knows all of a list of what is long enough to be a secret at all', () => {
    expect(secrets).toHaveLength(1829)
    expect(secrets.filter((secret) => !isKnownSecret(secret))).toEqual([])
    expect(secrets.filter((secret) => Buffer.byteLength(secret) < 32)).toEqual([])
    expect(secrets.filter((secret) => secret.trim() !== secret)).toEqual([])
  })
})
