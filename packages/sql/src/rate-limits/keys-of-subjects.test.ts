import { describe, expect, it } from '@jest/globals'
import { counterKey } from './counter-key.ts'
import { keysOfSubjects } from './keys-of-subjects.ts'

const of = { names: ['login_streak', 'login_account'], subjects: ['ada@example.com', 'ada owner'] }

describe('the counters of a subject', () => {
  it.each([
    ['login_account', 'ada@example.com'],
    ['login_streak', '192.0.2.1 ada@example.com'],
    ['login_streak', '2001:db8::/64 ada owner'],
  ])('are those that count for it, from whatever network: %s %s', (name, key) => {
    const stored = keyOf(name, key)
    expect(keysOfSubjects([stored], of)).toEqual([stored])
  })

  it.each([
    ['login_network', 'ada@example.com'],
    ['known_network', '192.0.2.1 ada@example.com'],
    ['login_account', 'xada@example.com'],
    ['login_account', 'another ada owner too'],
    ['login_streak', '192.0.2.1'],
  ])('are no others: %s %s', (name, key) => {
    expect(keysOfSubjects([keyOf(name, key)], of)).toEqual([])
  })
})

function keyOf(name: string, key: string): string {
  return counterKey({ name, points: 1, seconds: 1 }, key)
}
