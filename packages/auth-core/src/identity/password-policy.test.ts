import { describe, expect, it } from '@jest/globals'
import { validatePassword } from './password-policy.ts'

const context = { email: 'Ada.Lovelace@example.com', organization: 'Analytical Engines' }
const common: ReadonlySet<string> = new Set(['password', '12345678', 'iloveyou', 'Trustno1!'])

describe('validatePassword', () => {
  it.each([
    ['eight letters', 'kxqzvwpj'],
    ['eight emoji', '😀'.repeat(8)],
    ['spaces at the ends', '  kxqzvw '],
    ['64 characters', 'k'.repeat(64)],
    ['256 characters', 'k'.repeat(256)],
    ['256 emoji', '😀'.repeat(256)],
    ['a common password with more behind it', 'password of the engine'],
    ['the email address with more behind it', 'ada.lovelace@example.com!'],
    ['control characters other than null', 'kxqz\tvwpj\u0007'],
  ])('T-58: accepts %s unchanged', (_, password) => {
    expect(check(password)).toEqual({ ok: true, value: password })
  })

  it.each([
    ['seven letters', 'too_short', 'kxqzvwp'],
    ['seven emoji', 'too_short', '😀'.repeat(7)],
    ['nothing', 'too_short', ''],
    ['257 characters', 'too_long', 'k'.repeat(257)],
    ['257 emoji', 'too_long', '😀'.repeat(257)],
    ['a million characters', 'too_long', 'k'.repeat(1_000_000)],
    ['a null character', 'not_text', 'kxqz\0vwpj'],
    ['half a surrogate pair', 'not_text', 'kxqzvwpj\udc00'],
    ['a common password', 'too_common', 'password'],
    ['a common password in capitals', 'too_common', 'PassWord'],
    ['a common password that is listed with its capital', 'too_common', 'Trustno1!'],
    ['the email address', 'same_as_email', 'Ada.Lovelace@example.com'],
    ['the email address in another case', 'same_as_email', 'ADA.lovelace@EXAMPLE.com'],
    ['the organization', 'same_as_organization', 'analytical ENGINES'],
    ['the realm name of the organization', 'same_as_organization', 'analytical-engines'],
  ])('T-58: refuses %s', (_, rule, password) => {
    expect(check(password)).toMatchObject({ ok: false, rule })
  })

  it('T-58: refuses the organization when only its realm name is known', () => {
    const known = { ...context, organization: 'analytical-engines' }
    expect(validatePassword('Analytical Engines', known, () => false)).toMatchObject({
      rule: 'same_as_organization',
    })
  })

  it('T-58: never lets a password of more than 1,024 bytes through', () => {
    const widest = check('\u{10ffff}'.repeat(256))
    expect(widest.ok && Buffer.byteLength(widest.value)).toBe(1_024)
  })

  it('never asks the list about a password of a wrong length', () => {
    const asked: string[] = []
    const remember = (password: string) => asked.push(password) > 0
    validatePassword('short', context, remember)
    validatePassword('k'.repeat(257), context, remember)
    expect(asked).toEqual([])
  })

  it('never repeats the password in a message', () => {
    expect(JSON.stringify(check('iloveyou'))).not.toContain('iloveyou')
  })
})

function check(password: string) {
  return validatePassword(password, context, (candidate) => common.has(candidate))
}
