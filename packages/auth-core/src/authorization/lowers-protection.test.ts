import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { roles } from '../records/account.ts'
import { clientTypes } from '../records/client.ts'
import {
  type AccountPower,
  loweredForAccount,
  loweredForTenant,
  type TenantProtection,
} from './lowers-protection.ts'

const day = 86_400
const operator = { otpExemptClients: ['cli', 'vscode'], maxSessionSeconds: 30 * day } as const
const plain: TenantProtection = {
  otpEnabled: true,
  otpExemptClients: null,
  maxSessionSeconds: null,
}

/** What differs from {@link plain}, before and after. */
interface TenantChange {
  readonly to: string
  readonly before?: Partial<TenantProtection>
  readonly after?: Partial<TenantProtection>
  readonly lowered: readonly string[]
}

const turned = operator.otpExemptClients.toReversed()

describe('a change of an organization', () => {
  const halved = { maxSessionSeconds: day }
  const changes: readonly TenantChange[] = [
    { to: 'codes off', after: { otpEnabled: false }, lowered: ['codes_off'] },
    { to: 'codes on', before: { otpEnabled: false }, lowered: [] },
    {
      to: 'one exempt client more',
      before: { otpExemptClients: [] },
      after: { otpExemptClients: ['cli'] },
      lowered: ['clients_exempted'],
    },
    {
      to: 'another exempt client',
      before: { otpExemptClients: ['cli'] },
      after: { otpExemptClients: ['vscode'] },
      lowered: ['clients_exempted'],
    },
    { to: 'one exempt client fewer', after: { otpExemptClients: ['cli'] }, lowered: [] },
    { to: 'the same clients, turned round', after: { otpExemptClients: turned }, lowered: [] },
    {
      to: "the operator's exemptions instead of none",
      before: { otpExemptClients: [] },
      lowered: ['clients_exempted'],
    },
    {
      to: 'exemptions while codes are off',
      before: { otpEnabled: false },
      after: { otpEnabled: false, otpExemptClients: ['ui'] },
      lowered: ['clients_exempted'],
    },
    {
      to: 'a longer session',
      before: halved,
      after: { maxSessionSeconds: 2 * day },
      lowered: ['session_lengthened'],
    },
    { to: 'a shorter session', after: halved, lowered: [] },
    {
      to: "the operator's session instead of a shorter one",
      before: halved,
      lowered: ['session_lengthened'],
    },
    {
      to: "a session beyond the operator's, which holds all the same",
      after: { maxSessionSeconds: 90 * day },
      lowered: [],
    },
    { to: 'nothing else', lowered: [] },
  ]

  it.each(changes)('to $to lowers $lowered', ({ before, after, lowered }) => {
    const change = { before: { ...plain, ...before }, after: { ...plain, ...after } }
    expect(loweredForTenant(operator, change)).toEqual(lowered)
  })

  it('lowers several at once', () => {
    const before = { otpEnabled: true, otpExemptClients: [], maxSessionSeconds: day }
    const after = { otpEnabled: false, otpExemptClients: null, maxSessionSeconds: null }
    expect(loweredForTenant(operator, { before, after })).toEqual([
      'codes_off',
      'clients_exempted',
      'session_lengthened',
    ])
  })

  const anyProtection = fc.record({
    otpEnabled: fc.boolean(),
    otpExemptClients: fc.option(fc.subarray([...clientTypes])),
    maxSessionSeconds: fc.option(fc.integer({ min: 60, max: 60 * day })),
  })

  it('lowers nothing where it changes nothing', () => {
    fc.assert(
      fc.property(anyProtection, (one) => {
        return loweredForTenant(operator, { before: one, after: one }).length === 0
      }),
    )
  })

  it('that is taken back lowers something on one of the two ways, if it matters', () => {
    fc.assert(
      fc.property(anyProtection, anyProtection, (before, after) => {
        const there = loweredForTenant(operator, { before, after })
        const back = loweredForTenant(operator, { before: after, after: before })
        const matters = JSON.stringify(effectOf(before)) !== JSON.stringify(effectOf(after))
        return there.length + back.length > 0 === matters
      }),
    )
  })
})

describe('a change of an account', () => {
  const account = (role: AccountPower['role'], status: AccountPower['status'] = 'active') => ({
    role,
    status,
  })

  it.each([
    ['a member who becomes an administrator', account('user'), account('company_admin')],
    ['an administrator who is invited', null, account('company_admin')],
    [
      'an administrator who is enabled',
      account('company_admin', 'disabled'),
      account('company_admin'),
    ],
  ])('raises %s', (_, before, after) => {
    expect(loweredForAccount({ before, after })).toEqual(['role_raised'])
  })

  it.each([
    ['a member who is invited', null, account('user')],
    ['a member who is enabled', account('user', 'disabled'), account('user')],
    ['an administrator who becomes a member', account('company_admin'), account('user')],
    [
      'an administrator who is disabled',
      account('company_admin'),
      account('company_admin', 'disabled'),
    ],
    [
      'a disabled member who becomes an administrator',
      account('user', 'disabled'),
      account('company_admin', 'disabled'),
    ],
    ['an administrator who is removed', account('company_admin'), null],
    ...roles.map((role) => [`a ${role} who stays so`, account(role), account(role)] as const),
  ])('raises not %s', (_, before, after) => {
    expect(loweredForAccount({ before, after })).toEqual([])
  })
})

/** What is left of a protection in the end. */
function effectOf({ otpEnabled, otpExemptClients, maxSessionSeconds }: TenantProtection) {
  const most = operator.maxSessionSeconds
  return {
    otpEnabled,
    exempt: [...(otpExemptClients ?? operator.otpExemptClients)].toSorted(),
    seconds: Math.min(maxSessionSeconds ?? most, most),
  }
}
