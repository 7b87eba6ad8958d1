import { describe, expect, it } from '@jest/globals'
import type { OtpChallenge } from '../records/otp-challenge.ts'
import { isLive, minutesLeft, takeGuess } from './otp.ts'

const challenge: OtpChallenge = {
  id: 'challenge-1',
  accountId: 'account-1',
  codeDigest: 'a digest',
  createdAt: new Date('2030-01-01T00:00:00Z'),
  expiresAt: new Date('2030-01-01T00:05:00Z'),
  network: '192.0.2.1',
  ownerGuesses: 5,
  strangerGuesses: 3,
  mailId: 'mail-1',
  proof: {
    loginId: 'login-1',
    accounts: [{ accountId: 'account-1', credentialVersion: 1 }],
    client: 'ui',
    authTime: new Date('2030-01-01T00:00:00Z'),
    methods: ['pwd'],
  },
}
const inTime = new Date('2030-01-01T00:04:59.999Z')
const late = challenge.expiresAt

describe('a challenge', () => {
  it('waits for its code until the moment it expires', () => {
    expect(isLive(challenge, inTime)).toBe(true)
    expect(isLive(challenge, late)).toBe(false)
  })

  it('waits no more once its owner has no guess left', () => {
    expect(isLive({ ...challenge, ownerGuesses: 0 }, inTime)).toBe(false)
  })

  it('T-10: still waits for its owner once strangers have no guess left', () => {
    expect(isLive({ ...challenge, strangerGuesses: 0 }, inTime)).toBe(true)
  })

  it.each([
    ['2030-01-01T00:00:00Z', 5],
    ['2030-01-01T00:00:01Z', 5],
    ['2030-01-01T00:04:00Z', 1],
    ['2030-01-01T00:04:59Z', 1],
  ])('at %s has %d minutes left, rounded up', (now, minutes) => {
    expect(minutesLeft(challenge, new Date(now))).toBe(minutes)
  })
})

describe('a guess', () => {
  it('of the owner is taken from the budget of the owner', () => {
    expect(takeGuess(challenge, 'owner', inTime)).toEqual({ ...challenge, ownerGuesses: 4 })
  })

  it('T-10: of a stranger is taken from that of strangers', () => {
    expect(takeGuess(challenge, 'stranger', inTime)).toEqual({ ...challenge, strangerGuesses: 2 })
  })

  it.each([
    ['owner', { ...challenge, ownerGuesses: 1 }, 'ownerGuesses'],
    ['stranger', { ...challenge, strangerGuesses: 1 }, 'strangerGuesses'],
  ] as const)(
    'T-09: the last one of the %s counts, and then there is none',
    (guesser, last, left) => {
      const spent = takeGuess(last, guesser, inTime)
      expect(spent).toMatchObject({ [left]: 0 })
      expect(spent && takeGuess(spent, guesser, inTime)).toBeUndefined()
    },
  )

  it.each(['owner', 'stranger'] as const)('of the %s is not taken after expiry', (guesser) => {
    expect(takeGuess(challenge, guesser, late)).toBeUndefined()
  })
})
