import { describe, expect, it } from '@jest/globals'
import { lengths, loweredBy, type Protections, protectionsOf } from './lowering.ts'

const now: Protections = { otpEnabled: true, exempt: ['cli'], days: 14 }

describe('a protection is lowered', () => {
  it.each([
    ['by switching codes off', { otpEnabled: false }, ['codes']],
    ['by exempting another program', { exempt: ['cli', 'vscode'] }, ['exempt']],
    ['by exempting another in place of the first', { exempt: ['vscode'] }, ['exempt']],
    [
      'by an exemption while codes are off',
      { otpEnabled: false, exempt: ['vscode'] },
      ['codes', 'exempt'],
    ],
    ['by a longer session', { days: 30 }, ['length']],
    ['in several ways at once', { otpEnabled: false, days: 15 }, ['codes', 'length']],
  ] as const)('%s', (_how, change, lowered) => {
    expect(loweredBy(now, { ...now, ...change })).toEqual(lowered)
  })

  it.each([
    ['no change', {}],
    ['no exemption at all', { exempt: [] }],
    ['a shorter session', { days: 1 }],
  ] as const)('never by %s', (_how, change) => {
    expect(loweredBy(now, { ...now, ...change })).toEqual([])
  })

  it('never by switching codes on, whatever is exempt', () => {
    const off = { ...now, otpEnabled: false }
    expect(loweredBy(off, { ...off, otpEnabled: true })).toEqual([])
  })
})

describe('what holds', () => {
  const plain = { tenant_id: 'example', tenant_name: 'Example', otp_enabled: true }

  const operator = { maxDays: 30, exempt: ['cli', 'vscode'] }

  it('is the operator’s where the organization says nothing', () => {
    const expected = { otpEnabled: true, exempt: ['cli', 'vscode'], days: 30 }
    expect(protectionsOf(plain, operator)).toEqual(expected)
    const nothing = { ...plain, otp_exempt_clients: null, max_session_days: null }
    expect(protectionsOf(nothing, operator)).toEqual(expected)
  })

  it('is never longer than the operator allows', () => {
    expect(protectionsOf({ ...plain, max_session_days: 90 }, operator).days).toBe(30)
    expect(
      protectionsOf({ ...plain, max_session_days: 7, otp_exempt_clients: [] }, operator),
    ).toEqual({
      otpEnabled: true,
      exempt: [],
      days: 7,
    })
  })
})

it.each([
  [30, 30, [1, 7, 14, 30]],
  [30, 10, [1, 7, 10, 14, 30]],
  [5, 5, [1, 5]],
  [0.5, 0.5, [0.5]],
  [365, 365, [1, 7, 14, 30, 90, 365]],
])('of at most %d days, %d now, the choices are %j', (max, current, choices) => {
  expect(lengths(max, current)).toEqual(choices)
})
