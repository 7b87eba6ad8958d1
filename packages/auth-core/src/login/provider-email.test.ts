import { describe, expect, it } from '@jest/globals'
import type { EmailTrust } from '../settings.ts'
import { validateProviderEmail } from './provider-email.ts'

const toAscii = (domain: string) => (/^[\x20-\x7E]+$/.test(domain) ? domain.toLowerCase() : null)
const nothing: EmailTrust = { directoryPinned: false, trustEmail: false }

const absent = undefined
const claimValues = [absent, true, 'true', false, 'false', 1, '1', 0, '0', null, {}, [], 'TRUE', '']
const bits = [false, true]

// The decisions, written down a second time: as lists, where the code has a rule.
const verifiedValues: readonly unknown[] = [true, 'true']
const edovValues: readonly unknown[] = [true, 1, '1', 'true']

const rows = claimValues.flatMap((emailVerified) =>
  claimValues.flatMap((xmsEdov) =>
    bits.flatMap((directoryPinned) =>
      bits.map((trustEmail) => ({
        name: `email_verified ${shown(emailVerified)}, xms_edov ${shown(xmsEdov)}, ${
          directoryPinned ? 'one directory' : 'any directory'
        }, ${trustEmail ? 'trusted' : 'not trusted'}`,
        claims: { email: 'ada@example.com', emailVerified, xmsEdov },
        trust: { directoryPinned, trustEmail },
        counts:
          emailVerified === absent
            ? edovValues.includes(xmsEdov) || (directoryPinned && trustEmail)
            : verifiedValues.includes(emailVerified),
      })),
    ),
  ),
)

describe('T-22, T-23: which claims vouch for an address', () => {
  it.each(rows)('$name: $counts', ({ claims, trust, counts }) => {
    expect(validateProviderEmail(claims, trust, toAscii)).toEqual(
      counts
        ? { ok: true, emailCanonical: 'ada@example.com' }
        : { ok: false, reason: 'email_not_verified' },
    )
  })

  it('is decided in both ways', () => {
    expect(rows.filter(({ counts }) => counts).length).toBeGreaterThan(50)
    expect(rows.filter(({ counts }) => !counts).length).toBeGreaterThan(500)
  })
})

describe('T-23: an address that a provider gives', () => {
  it.each([absent, null, ''])('is missing when it is %j', (email) => {
    expect(check(email)).toEqual({ ok: false, reason: 'email_missing' })
  })

  it.each([
    ['two addresses in one', 'attacker@evil.com@corp.com'],
    ['a null character', 'victim@corp.com\0'],
    ['a list', ['victim@corp.com']],
    ['an object', { toString: () => 'victim@corp.com' }],
    ['a number', 7],
    ['a full-width @', 'victim\uFF20corp.com'],
    ['two addresses', 'victim@corp.com,evil@x.com'],
    ['a quoted local part', '"a@evil.com"@corp.com'],
    ['a display name', 'Victim <victim@corp.com>'],
    ['a Kelvin sign', 'quac\u212A@corp.com'],
    ['a dotless i', 'm\u0131ke@corp.com'],
    ['space around it', ' victim@corp.com '],
    ['no domain', 'victim'],
  ])('is refused with %s', (_, email) => {
    expect(check(email)).toEqual({ ok: false, reason: 'email_malformed' })
  })

  it('is compared without regard to case', () => {
    expect(check('Victim@Corp.COM')).toEqual({ ok: true, emailCanonical: 'victim@corp.com' })
  })
})

function check(email: unknown) {
  return validateProviderEmail({ email, emailVerified: true, xmsEdov: absent }, nothing, toAscii)
}

function shown(value: unknown): string {
  return value === absent ? 'absent' : JSON.stringify(value)
}
