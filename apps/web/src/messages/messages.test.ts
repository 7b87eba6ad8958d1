import { problems } from '@gatehouse/gateway'
import { describe, expect, it } from '@jest/globals'
import { accountDe } from './account.de.ts'
import { accountEn } from './account.en.ts'
import { auditDe } from './audit.de.ts'
import { auditEn } from './audit.en.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { piecesOf } from './fill.ts'
import { frameDe } from './frame.de.ts'
import { frameEn } from './frame.en.ts'
import { mailLinksDe } from './mail-links.de.ts'
import { mailLinksEn } from './mail-links.en.ts'
import {
  catalogueOf,
  catalogues,
  fieldSentences,
  inShort,
  inWords,
  sentenceOf,
} from './messages.ts'
import { organizationDe } from './organization.de.ts'
import { organizationEn } from './organization.en.ts'
import { peopleDe } from './people.de.ts'
import { peopleEn } from './people.en.ts'
import { terminalDe } from './terminal.de.ts'
import { terminalEn } from './terminal.en.ts'

/** Every key of a catalogue, with what kind of thing is there. */
function shapeOf(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`]
  return Object.entries(value).flatMap(([key, inner]) => shapeOf(inner, `${path}.${key}`))
}

function sentencesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(sentencesOf)
}

describe.each(Object.entries(catalogues))('the catalogue %s', (_language, catalogue) => {
  it.each([...Object.keys(problems), 'unreachable', 'unknown'])(
    'says what %s means and what to do next',
    (code) => {
      const { what = '', next = '' } = catalogue.problems[code] ?? {}
      expect(what).toMatch(/^\p{Lu}.*\.$/u)
      expect(next).toMatch(/^\p{Lu}.*\.$/u)
    },
  )

  it('has something to say everywhere, in ordinary characters', () => {
    const sentences = sentencesOf(catalogue)
    expect(sentences.length).toBeGreaterThan(150)
    expect(sentences.filter((text) => text.trim() !== text || text === '')).toEqual([])
    expect(sentences.filter((text) => /[<>]|undefined/.test(text))).toEqual([])
  })
})

it('every language has the same keys', () => {
  expect(shapeOf(de)).toEqual(shapeOf(en))
})

it('hardly anything was left in English', () => {
  const english = new Set(sentencesOf(en))
  expect(
    sentencesOf(de)
      .filter((text) => english.has(text))
      .sort(),
  ).toEqual(['offline', 'online'])
})

/** What is loaded with the pages that need it, in both languages. */
const parts = {
  account: [accountEn, accountDe],
  audit: [auditEn, auditDe],
  frame: [frameEn, frameDe],
  mailLinks: [mailLinksEn, mailLinksDe],
  organization: [organizationEn, organizationDe],
  people: [peopleEn, peopleDe],
  terminal: [terminalEn, terminalDe],
} as const

describe.each(Object.entries(parts))('the part %s', (_name, [english, german]) => {
  it('has the same keys in every language', () => {
    expect(shapeOf(german)).toEqual(shapeOf(english))
  })

  it('has something to say everywhere, in ordinary characters', () => {
    const sentences = [english, german].flatMap(sentencesOf)
    expect(sentences.filter((text) => text.trim() !== text || text === '')).toEqual([])
    expect(sentences.filter((text) => /[<>]|undefined/.test(text))).toEqual([])
  })

  it('has the same places in every language', () => {
    const places = (text: string) =>
      piecesOf(text).flatMap((piece) => ('place' in piece ? [piece.place] : []))
    const of = (part: unknown) => sentencesOf(part).map((text) => places(text).sort())
    expect(of(german)).toEqual(of(english))
  })
})

it('hardly anything of the parts was left in English', () => {
  const english = new Set(Object.values(parts).flatMap(([part]) => sentencesOf(part)))
  const german = Object.values(parts).flatMap(([, part]) => sentencesOf(part))
  expect([...new Set(german.filter((text) => english.has(text)))].sort()).toEqual([
    'Name',
    '{actor}: {kind}',
    '{email}: {why}',
    '{name}: {role}',
  ])
})

describe('a sentence', () => {
  it('names the time to wait instead of a guess', () => {
    const error = { code: 'rate_limited', errors: [], retryAfter: 61 }
    expect(sentenceOf(en, error)).toBe('Too many attempts. Try again in 2 minutes.')
  })

  it('names the request when the fault is the service’s', () => {
    const error = { code: 'internal_error', errors: [], requestId: 'r-1' }
    expect(sentenceOf(en, error)).toMatch(/\(Request r-1\)$/)
  })

  it('is there for a code nobody has heard of', () => {
    expect(sentenceOf(en, { code: 'brand_new', errors: [] })).toBe(
      'Something went wrong. Try again in a few minutes.',
    )
    expect(sentenceOf(en, { code: 'constructor', errors: [] })).toContain('Something went wrong.')
  })
})

it('fields have sentences by their rule, and the service’s own where there is none', () => {
  const errors = [
    { field: 'password', rule: 'too_short', message: 'A' },
    { field: 'new_password', rule: 'too_common', message: 'B' },
    { field: 'first_name', rule: 'blank', message: 'C' },
    { field: 'email', rule: 'from_the_future', message: 'D.' },
  ]
  expect(fieldSentences(de, { errors })).toEqual({
    password: 'Ein Passwort hat mindestens 8 Zeichen.',
    new_password: 'Dieses Passwort ist eines der häufigsten. Wählen Sie ein anderes.',
    first_name: 'Ein Name ist mehr als Leerzeichen.',
    email: 'D.',
  })
})

it.each([
  [1, '1 second', '1 second'],
  [59.5, '60 seconds', '59 seconds'],
  [60, '1 minute', '1 min'],
  [3661, '62 minutes', '1 h 1 min'],
  [172_800, '2880 minutes', '2 days'],
])('%d seconds are %s, or %s', (seconds, words, short) => {
  expect([inWords(en, seconds), inShort(en, seconds)]).toEqual([words, short])
})

it('a language is known by its first part', () => {
  expect(catalogueOf('de-AT')).toBe(de)
  expect(catalogueOf('fr')).toBe(en)
  expect(catalogueOf('')).toBe(en)
})
