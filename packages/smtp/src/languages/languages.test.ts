import { describe, expect, it } from '@jest/globals'
import { preferredLanguage } from './languages.ts'

describe('preferredLanguage', () => {
  it.each([
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['fr-FR, en;q=0.5, de;q=0.7', 'de'],
    ['EN-gb', 'en'],
    ['de;q=0, en;q=0.1', 'en'],
    ['en ; q=0.3 , de ; q=0.300', 'en'],
  ])('takes from %j the one that is wanted most: %s', (field, language) => {
    expect(preferredLanguage(field)).toBe(language)
  })

  it.each([
    undefined,
    '',
    '*',
    'fr, pl;q=0.4',
    'de;q=0',
    'constructor',
    'de;q=high',
    `${'x,'.repeat(300)}de`,
  ])('knows none from %j', (field) => {
    expect(preferredLanguage(field)).toBeUndefined()
  })
})
