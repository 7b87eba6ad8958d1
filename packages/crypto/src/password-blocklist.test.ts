import { describe, expect, it } from '@jest/globals'
import { commonPasswords } from '../data/common-passwords.js'
import { createPasswordBlocklist } from './password-blocklist.ts'

const blocklist = createPasswordBlocklist()

describe('the password blocklist', () => {
  it('has all of the 10,000 most common passwords of 8 characters and more', () => {
    const passwords = commonPasswords.split('\n').slice(1, -1)
    expect(passwords).toHaveLength(10_000)
    expect(passwords.filter((password) => !blocklist.has(password))).toEqual([])
    expect(passwords.filter((password) => password.length < 8)).toEqual([])
  })

  it.each(['password', 'PASSWORD', 'PassWord', '12345678', 'Iloveyou'])('has %j', (password) => {
    expect(blocklist.has(password)).toBe(true)
  })

  it.each([
    '',
    '\n',
    'password ',
    ' password',
    'password\n12345678',
    'pass word',
    'correct horse battery staple',
    'constructor\0',
  ])('does not have %j', (password) => {
    expect(blocklist.has(password)).toBe(false)
  })
})
