import { describe, expect, it } from '@jest/globals'
import { argumentsOf, filesWith, kindsIn, sources } from '../../test-support/shipped-sources.ts'
import { askLife, askRights } from '../../testing/account-life/ask-life.ts'

const events = new Set(askLife().map(({ scenario }) => scenario.event))

/** Asked by no use case yet: what makes such an event happen is still to come. */
const toCome: readonly string[] = ['invited', 'invitation_accepted', 'invitation_ended', 'removed']

describe('the use cases', () => {
  it('ask for every event in the life of an account, and for no other', () => {
    const asked = sources.flatMap(({ code }) =>
      argumentsOf(code, 'lifeAfter').flatMap(([, event = '']) => kindsIn(event)),
    )
    expect(new Set(asked)).toEqual(new Set([...events].filter((event) => !toCome.includes(event))))
  })

  it.each([
    [
      'offeredAtLogin',
      ['account/memberships.ts', 'authorization/matrix.ts', 'login/try-accounts.ts'],
    ],
    ['receivesReset', ['password-reset/forgot-password.ts']],
    ['matchedByProvider', ['login/match-identity.ts']],
    ['countsForLimits', ['login/try-accounts.ts', 'login/verify-otp.ts']],
    ['opensTerminals', ['account/take-step.ts', 'tokens/machine-verifier.ts']],
    ['usesApiKey', ['account/with-usable-key.ts']],
    ['invites', ['authorization/matrix.ts']],
  ])('ask whether an account %s', (right, names) => {
    expect(Object.keys(askRights()[0]?.rights ?? {})).toContain(right)
    expect(filesWith(new RegExp(`(\\.|\\{ )${right}\\b`))).toEqual(names)
  })
})

/** What steps do, where it is done, and who else does so for another reason than a step. */
const works: readonly {
  readonly work: string
  readonly call: RegExp
  readonly files: Readonly<Record<string, string>>
}[] = [
  {
    work: 'say that an address is confirmed',
    call: /emailVerified: true/,
    files: { 'account/life-of.ts': 'a state is kept so' },
  },
  {
    work: 'keep a state',
    call: /(?<!function )\brecordOf\(/,
    files: {
      'account/take-step.ts': 'the step leads there',
      'operator/create-account.ts': 'the step leads there, and there is no account before',
      'operator/import-accounts.ts': 'the step leads there, and there is no account before',
    },
  },
  {
    work: 'replace API keys',
    call: /\bsecrets\.apiKey\(/,
    files: {
      'account/take-step.ts': 'replace_api_keys',
      'operator/import-accounts.ts': 'an account gets its first',
      'registration/sign-up.ts': 'an account gets its first',
    },
  },
  {
    work: 'let no mailed link work any more',
    call: /\boneTimeTokens\.removeAll\(/,
    files: {
      'account/take-step.ts': 'remove_verification_tokens, remove_reset_tokens',
      'login/effects/send-reset-mail.ts': 'another link replaces it',
      'organization/reopen-organization.ts': 'an organization has been taken back',
    },
  },
  {
    work: 'mail a link that confirms an address',
    call: /(?<!function )\bmailVerification\(/,
    files: {
      'account/take-step.ts': 'send_verification',
      'registration/resend-verification.ts': 'the owner asks for it once more',
    },
  },
  {
    work: 'tell an owner',
    call: /(?<!function )\btellOwner\(ports, tx/,
    files: { 'account/take-step.ts': 'tell_owner' },
  },
]

describe('only steps, and what is listed with its reason,', () => {
  it.each(works)('$work', ({ call, files }) => {
    expect(filesWith(call)).toEqual(Object.keys(files))
  })
})
