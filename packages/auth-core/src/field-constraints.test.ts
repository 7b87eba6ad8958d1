import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { fieldConstraints } from './field-constraints.ts'
import { parseDisplayName } from './identity/display-name.ts'
import { parseEmailAddress } from './identity/email-address.ts'
import { realmNameOf } from './identity/organization-name.ts'
import type { ParseResult } from './identity/parse-result.ts'
import { validatePassword } from './identity/password-policy.ts'
import type { TextConstraints } from './identity/text-constraints.ts'
import { parseUsername } from './identity/username.ts'
import { parseGrant } from './invitations/grant.ts'
import { brokenRules } from './members/member-change.ts'

const toAscii = (domain: string) => (/^\p{ASCII}+$/u.test(domain) ? domain.toLowerCase() : null)
const grantOf = (more: object) => parseGrant(toAscii, { email: 'a@b.example', ...more })

interface Field {
  readonly name: string
  readonly constraints: TextConstraints
  /** The rules that a text breaks. */
  readonly check: (text: string) => readonly string[]
  /** Those that no schema can tell. */
  readonly untold: readonly string[]
}

const { username, email, password, displayName, organizationName, grant, member } = fieldConstraints
const shownUntold = ['not_text', 'blank', 'web_address']
const passwordContext = { email: '@', organization: '-' }

const fields: readonly Field[] = [
  {
    name: 'username',
    constraints: username,
    check: (text) => rules(parseUsername(text)),
    untold: ['reserved'],
  },
  {
    name: 'email address',
    constraints: email,
    check: (text) => rules(parseEmailAddress(text, toAscii)),
    untold: ['domain'],
  },
  {
    name: 'password',
    constraints: password,
    check: (text) => rules(validatePassword(text, passwordContext, () => false)),
    untold: ['not_text'],
  },
  {
    name: 'display name',
    constraints: displayName,
    check: (text) => rules(parseDisplayName(text)),
    untold: shownUntold,
  },
  {
    name: 'organization name',
    constraints: organizationName,
    check: (text) => rules(realmNameOf(text)),
    untold: ['reserved'],
  },
  {
    name: 'role on machines in an invitation',
    constraints: grant.machineRole,
    check: (text) => broken(grantOf({ machineRole: text })),
    untold: shownUntold,
  },
  {
    name: 'group in an invitation',
    constraints: grant.group,
    check: (text) => {
      const found = broken(grantOf({ groups: [text] }))
      return found.length > 0 ? [...rules(parseDisplayName(text)), ...found].slice(0, 1) : []
    },
    untold: shownUntold,
  },
  {
    name: 'role on machines of a member',
    constraints: member.machineRole,
    check: (text) => brokenRules({ machineRole: text }).map(({ rule }) => rule),
    untold: [],
  },
  {
    name: 'group of a member',
    constraints: member.group,
    check: (text) =>
      brokenRules({ groups: [text] }).map(({ rule }) =>
        /(?:^|\/)\s+(?:\/|$)/.test(text) ? 'blank' : rule,
      ),
    untold: ['blank'],
  },
]

/** Texts of the plain kind at and around each bound, and such as break one character. */
function textsFor({ minLength, maxLength }: TextConstraints): fc.Arbitrary<string> {
  const plain = fc.constantFrom(...'abcXYZ019')
  const odd = fc.constantFrom(...'._- @/+"\0\n\u0085\u2028\u202E\u3002', 'é', '🐢', 'x@y.z', '//')
  const length = fc.constantFrom(1, minLength, maxLength, maxLength + 1, 2 * maxLength + 1)
  const exact = length.chain((count) =>
    fc.string({ unit: plain, minLength: count, maxLength: count }),
  )
  const mixed = fc.string({ unit: fc.oneof(plain, odd), maxLength: 20 })
  const word = fc.string({ unit: fc.oneof({ weight: 20, arbitrary: plain }, odd), minLength: 1 })
  const address = fc.tuple(word, word).map(([local, domain]) => `${local}@${domain}.example`)
  return fc.oneof(exact, mixed, address, fc.string({ unit: 'binary' }), fc.constant(''))
}

describe.each(fields)('the constraints of a $name', ({ constraints, check, untold }) => {
  const pattern = new RegExp(constraints.pattern ?? '')
  const keeps = (text: string) => {
    const { length } = [...text]
    return length >= constraints.minLength && length <= constraints.maxLength && pattern.test(text)
  }

  it('are kept by whatever is accepted', () => {
    fc.assert(
      fc.property(textsFor(constraints), (text) => {
        fc.pre(check(text).length === 0)
        expect([text, keeps(text)]).toEqual([text, true])
      }),
    )
  })

  it('tell whatever is refused, but for rules that no schema can tell', () => {
    fc.assert(
      fc.property(textsFor(constraints), (text) => {
        const told = check(text).filter((rule) => !untold.includes(rule))
        fc.pre(told.length > 0 && text.isWellFormed())
        expect([text, told, keeps(text)]).toEqual([text, told, false])
      }),
    )
  })
})

function rules(result: ParseResult<unknown>): readonly string[] {
  return result.ok ? [] : [result.rule]
}

function broken(grant: ReturnType<typeof grantOf>): readonly string[] {
  return 'errors' in grant ? grant.errors.map(({ rule }) => rule) : []
}
