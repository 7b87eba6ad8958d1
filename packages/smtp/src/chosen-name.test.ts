import { describe, expect, it } from '@jest/globals'
import { chosenName } from './chosen-name.ts'

describe('T-99: a name that a person chose', () => {
  it.each([
    'Acme',
    'Acme Ltd.',
    'J. R.',
    "Miles O'Brien",
    'Müller & Söhne GmbH',
    'Studio 54',
    'Team 2030',
    '愛',
    'analytical-engines',
  ])('stands as it is: %s', (name) => {
    expect(chosenName(name)).toBe(name)
  })

  it.each([
    ['a link', 'evil-login.com'],
    ['a link', 'Acme https://evil.example'],
    ['a link', 'a@evil.example'],
    ['a link', 'evil。example'],
    ['a link', 'ｅvil．example'],
    ['a number', 'Acme +1-900-555-0199'],
    ['a number', 'Acme (0900) 555 01'],
    ['a number', 'Your code 123456'],
    ['a number', 'Acme ٠٩٠٠٥٥٥'],
    ['a command', 'Acme. URGENT your account'],
    ['a command', 'Call us now'],
    ['a command', 'Acme, log in again'],
    ['a command', 'Acme `curl evil`'],
    ['a command', 'Acme && rm'],
    ['a command', 'Your account is locked'],
    ['a command', 'DRINGEND Ihr Konto'],
    ['a command', 'Bitte klicken'],
    ['a command', 'Ihr Konto ist gesperrt'],
  ])('is left out where it reads as %s: %s', (_, name) => {
    expect(chosenName(name)).toBeUndefined()
  })

  it('has at most 40 characters', () => {
    expect(chosenName('ä'.repeat(40))).toBe('ä'.repeat(40))
    expect(chosenName('𝒶'.repeat(41))).toBe(`${'𝒶'.repeat(39)}…`)
  })

  it('cannot end its quotes', () => {
    expect(chosenName('Acme” says “hello" and „hallo“')).toBe("Acme' says 'hello' and 'hallo'")
  })
})
