import { describe, expect, it } from '@jest/globals'
import { parseUsername } from '../identity/username.ts'
import { usernamesOfAddress } from './username-of-address.ts'

describe('the usernames of an address', () => {
  it.each([
    ['bob@example.com', 'bob'],
    ['bob.builder@example.com', 'bob.builder'],
    ['bob+work@example.com', 'bob-work'],
    ["o'neill!@example.com", 'o-neill'],
    ['_bob_@example.com', 'bob'],
    [`${'x'.repeat(64)}@example.com`, 'x'.repeat(40)],
    ['ab@example.com', 'ab2'],
    ['a@example.com', 'a10'],
    ['admin@example.com', 'admin2'],
  ])('begin for %s with %s', (email, first) => {
    expect(usernamesOfAddress(email)[0]).toBe(first)
  })

  it('go on with numbers', () => {
    expect(usernamesOfAddress('bob@example.com').slice(0, 3)).toEqual(['bob', 'bob2', 'bob3'])
  })

  it.each(['!@example.com', 'service-account-x@example.com', '#$%@example.com'])(
    'all keep the rules, also where there is none: %s',
    (email) => {
      for (const name of usernamesOfAddress(email)) expect(parseUsername(name).ok).toBe(true)
    },
  )
})
