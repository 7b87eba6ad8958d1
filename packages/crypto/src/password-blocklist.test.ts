import { describe, expect, it } from '@jest/globals'
import { createPasswordBlocklist } from './password-blocklist.ts'
import { readDataLines } from './read-data-lines.ts'

const blocklist = createPasswordBlocklist()

describe('the password blocklist', () => {
  it('has all of the 10,000 most common passwords of 8 characters and more', () => {
    const passwords = readDataLines('common-passwords.txt')
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
