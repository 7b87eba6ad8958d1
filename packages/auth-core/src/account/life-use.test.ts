import { describe, expect, it } from '@jest/globals'
import { argumentsOf, filesWith, kindsIn, sources } from '../../test-support/shipped-sources.ts'
import { askLife, askRights } from '../../testing/account-life/ask-life.ts'

const events = new Set(askLife().map(({ scenario }) => scenario.event))

describe('the use cases', () => {
  it('ask for every event in the life of an account, and for no other', () => {
    const asked = sources.flatMap(({ code }) =>
      argumentsOf(code, 'lifeAfter').flatMap(([, event = '']) => kindsIn(event)),
    )
    expect(new Set(asked)).toEqual(events)
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
    ['usesApiKey', ['account/with-usable-key.ts', 'introspection/introspect.ts']],
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
    files: {
      'account/life-of.ts': 'a state is kept so',
      'invitations/finish-acceptance.ts': 'the step leads there, and there is no account before',
      'registration/confirm-email-change.ts': 'the address that was mailed is its address now',
    },
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
      'invitations/accept.ts': 'an account gets its first',
      'me/create-api-key.ts': 'its owner wants another',
      'me/rotate-api-key.ts': 'its owner replaces it',
      'operator/import-accounts.ts': 'an account gets its first',
      'registration/sign-up.ts': 'an account gets its first',
    },
  },
  {
    work: 'let no mailed link work any more',
    call: /\boneTimeTokens\.removeAll\(/,
    files: {
      'account/drop-email-change.ts': 'drop_email_change',
      'account/take-step.ts': 'remove_verification_tokens, remove_reset_tokens',
      'account/void-credentials.ts': 'a password that was being set is set no more',
      'login/effects/send-reset-mail.ts': 'another link replaces it',
      'me/change-password.ts': 'the owner has set a password',
      'organization/reopen-organization.ts': 'an organization has been taken back',
      'registration/confirm-email-change.ts': 'the address is another now',
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
    files: {
      'account/doubt-password.ts': 'a new password may hold or not',
      'account/take-step.ts': 'tell_owner',
      'me/change-email.ts': 'the owner hears at the old address',
      'me/change-password.ts': 'the owner hears of a password that was set',
      'registration/confirm-email-change.ts': 'the owner hears at the old address',
    },
  },
]

describe('only steps, and what is listed with its reason,', () => {
  it.each(works)('$work', ({ call, files }) => {
    expect(filesWith(call)).toEqual(Object.keys(files))
  })
})
