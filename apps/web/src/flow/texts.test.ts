import { describe, expect, it } from '@jest/globals'
import {
  addressesIn,
  listIn,
  maskedEmail,
  partsOfName,
  shortNameFrom,
  usernameFrom,
} from './texts.ts'

describe('addresses that were typed or pasted', () => {
  it.each([
    ['lin@example.com', ['lin@example.com']],
    ['lin@example.com, noor@example.com', ['lin@example.com', 'noor@example.com']],
    [
      'lin@example.com\n\nnoor@example.com;kim@example.com ',
      ['lin@example.com', 'noor@example.com', 'kim@example.com'],
    ],
    [
      'Lin Sommer <lin@example.com>, "Noor, K." <noor@example.com>',
      ['lin@example.com', 'noor@example.com'],
    ],
    ['Lin@example.com lin@EXAMPLE.com', ['Lin@example.com']],
    [' ,; \n', []],
  ])('are found in %j', (text, emails) => {
    expect(addressesIn(text).emails).toEqual(emails)
  })

  it('are told from what is none', () => {
    expect(addressesIn('lin@example.com, noor, @')).toEqual({
      emails: ['lin@example.com'],
      wrong: ['noor', '@'],
    })
  })
})

it.each([
  ['ops, dev ,ops,', ['ops', 'dev']],
  ['', []],
  ['two words', ['two words']],
])('the list %j has %j', (text, entries) => {
  expect(listIn(text)).toEqual(entries)
})

it.each([
  ['lin@example.com', 'lin'],
  ['Ada.Lovelace+work@example.com', 'ada.lovelace.work'],
  ['_ada_@example.com', 'ada'],
  ['jo@example.com', ''],
  ['ü@example.com', ''],
  [`${'a'.repeat(60)}@example.com`, 'a'.repeat(50)],
])('from %s comes the username %j', (email, username) => {
  expect(usernameFrom(email)).toBe(username)
})

describe('a masked address', () => {
  it.each([
    ['grace@example.com', 'g•••@example.com'],
    ['g@example.com', 'g•••@example.com'],
    ['"a@b"@example.com', '"•••@example.com'],
    ['\u{1f600}x@example.com', '\u{1f600}•••@example.com'],
    ['@example.com', ''],
    ['none', ''],
  ])('of %j is %j', (email, masked) => {
    expect(maskedEmail(email)).toBe(masked)
  })
})

describe('a short name from a display name', () => {
  it.each([
    ['Analytical Engines', 'analytical-engines'],
    ['Acme Röckets & Söhne', 'acme-rockets-sohne'],
    ['Groß', 'gross'],
    ['  --Ltd. ', 'ltd'],
    ['株式会社', ''],
    [`${'x'.repeat(62)} yz`, 'x'.repeat(62)],
  ])('of %j is %j', (name, short) => {
    expect(shortNameFrom(name)).toBe(short)
  })
})

describe('a name that is too long for a line', () => {
  it('may break after each of its dots, and is whole all the same', () => {
    const name = 'build-agent_7.north.example.com:2222'
    const parts = partsOfName(name).map(({ part }) => part)
    expect(parts).toEqual(['build-agent_', '7.', 'north.', 'example.', 'com:', '2222'])
    expect(parts.join('')).toBe(name)
  })

  it.each(['', '.', '..a', 'demo', 'a..', 'ü💻.x'])('keeps all of %j', (name) => {
    expect(
      partsOfName(name)
        .map(({ part }) => part)
        .join(''),
    ).toBe(name)
  })
})
