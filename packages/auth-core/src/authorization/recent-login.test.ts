import { expect, it } from '@jest/globals'
import { secondsAfter } from '../lib/time.ts'
import { isLoginRecent, recentLoginSeconds } from './recent-login.ts'

const authTime = new Date('2030-01-01T00:00:00Z')

it.each([
  ['at the login itself', 0, true],
  ['600 seconds later', 600, true],
  ['a moment after that', 600.001, false],
  ['a day later', 86_400, false],
  ['by a clock that is behind', -2, true],
])('a login is recent %s: %d s, %p', (_, seconds, isRecent) => {
  expect(isLoginRecent(authTime, secondsAfter(authTime, seconds))).toBe(isRecent)
})

it('a login is recent for ten minutes', () => {
  expect(recentLoginSeconds).toBe(600)
})
