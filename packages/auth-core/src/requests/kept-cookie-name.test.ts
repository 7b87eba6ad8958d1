import { describe, expect, it } from '@jest/globals'
import { keptCookieName, withoutKeptCookie } from './kept-cookie-name.ts'

describe('T-108: cookies on their way to the backend', () => {
  it.each([
    ['a=1; b=2', 'a=1; b=2'],
    [`${keptCookieName(true)}=secret`, ''],
    [`a=1; ${keptCookieName(true)}=secret; b=2`, 'a=1; b=2'],
    [`${keptCookieName(false)}=secret;a=1`, 'a=1'],
    [`my-${keptCookieName(false)}=1`, `my-${keptCookieName(false)}=1`],
  ])('%s are %s', (sent, left) => {
    expect(withoutKeptCookie(sent)).toBe(left)
  })
})
