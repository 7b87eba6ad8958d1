import { describe, expect, it } from '@jest/globals'
import { argumentsOf, filesWith, kindsIn, sources } from '../../test-support/shipped-sources.ts'
import { askMachine } from '../../testing/login-flow/ask-machine.ts'

const cases = askMachine()
const stateKinds: ReadonlySet<string> = new Set(cases.map(({ scenario }) => scenario.from))
const effectKinds = new Set(
  cases.flatMap(({ answer }) => (answer.refusal ? [] : answer.effects.map(({ kind }) => kind))),
)

describe('the use cases', () => {
  it('ask for every step of the table, and for no other', () => {
    const steps = cases.map(({ scenario: { event, from } }) => `${event} in ${from}`)
    const asked = sources.flatMap(({ code }) => stepsAskedIn(code))
    expect(asked.toSorted()).toEqual([...new Set(steps)].toSorted())
  })

  it.each([...effectKinds])('do not look whether the work is %s', (kind) => {
    const names = filesWith(new RegExp(`'${kind}'`))
    expect(names.filter((name) => !/^login\/(machine|effects\/)/.test(name))).toEqual([])
  })
})

/** What steps do, the effects that do it, and who else does so for another reason than a step. */
const works: readonly {
  readonly work: string
  readonly call: RegExp
  readonly effects: readonly string[]
  readonly others?: Readonly<Record<string, string>>
}[] = [
  {
    work: 'issue access tokens',
    call: /(?<!function )\bissueAccessToken\(/,
    effects: ['open-session', 'renew-token'],
  },
  {
    work: 'begin, renew and end a session',
    call: /\bsessions\.(insert|update)\(/,
    effects: ['open-session', 'renew-token', 'end-session'],
    others: {
      'endings/end-sessions.ts': 'sessions are ended that no login asks for',
      'session/keep-session.ts': 'a session is on record for longer',
    },
  },
  {
    work: 'close what a password has opened',
    call: /(?<!function )\b(voidCredentials|doubtPassword)\(/,
    effects: ['change-password'],
    others: {
      'account/doubt-password.ts': 'a change_password, or a claim by mail, may have set one',
      'account/release-after-failure.ts': 'a change_password, or a claim by mail, may have set one',
      'account/take-step.ts': 'a step in the life of an account ends its sessions',
      'registration/expire-unconfirmed.ts': 'an account expires with its organization',
      'organization/close-organization.ts': 'all are signed out',
      'registration/take-over-account.ts': 'a claim by mail came too late to be whole',
      'password-reset/settle-abandoned-resets.ts': 'a change_password has died halfway',
      'operator/replace-credential.ts': 'an operator has replaced the user of an account',
      'members/end-member-sessions.ts': 'an administrator signs a member out',
      'members/removal.ts': 'an account is removed',
      'members/write-member.ts': 'an administrator keeps a member out',
      'me/change-password.ts': 'an owner has changed a password too late',
    },
  },
  {
    work: 'end all sessions of an account',
    call: /\bsessions\.endAll\(/,
    effects: [],
    others: { 'account/void-credentials.ts': 'it is what those above call' },
  },
  {
    work: 'set the password of an account',
    call: /\.setPassword\(/,
    effects: ['change-password'],
    others: {
      'account/composed-passwords.ts': 'it hands on to the store what those here ask',
      'login/claim-account.ts': 'the owner of an address gets the account of a stranger',
      'me/change-password.ts': 'an owner changes it by the present one',
    },
  },
  {
    work: 'open a challenge',
    call: /\botpChallenges\.put\(/,
    effects: ['send-otp'],
    others: { 'login/verify-otp.ts': 'a guess is taken from its budget' },
  },
  {
    work: 'make a token for a link',
    call: /\boneTimeTokens\.insert\(/,
    effects: ['send-reset-mail'],
    others: {
      'organization/close-organization.ts': 'a link takes an organization back',
      'mail/verification-mail.ts': 'a link confirms an address',
      'me/change-email.ts': 'a link confirms the address that an account is to have',
      'me/change-password.ts': 'a lease tells that a password is being set',
    },
  },
  {
    work: 'send a mail',
    call: /\boutbox\.add\(/,
    effects: ['send-otp', 'send-reset-mail'],
    others: {
      'invitations/send-invitation.ts': 'a link invites',
      'organization/close-organization.ts': 'a link takes an organization back',
      'mail/tell-administrators.ts': 'administrators hear of what another has lowered',
      'mail/tell-owner.ts': 'an owner hears of what has been done',
      'mail/verification-mail.ts': 'a link confirms an address',
      'me/change-email.ts': 'a link confirms the address that an account is to have',
    },
  },
]

describe('only the effects of steps, and what is listed with its reason,', () => {
  it.each(works)('$work', ({ call, effects, others = {} }) => {
    const allowed = [...effects.map((name) => `login/effects/${name}.ts`), ...Object.keys(others)]
    expect(filesWith(call)).toEqual(allowed.toSorted())
  })
})

/** The steps that the calls of `transition` in a text ask for, as `event in state`. */
function stepsAskedIn(code: string): readonly string[] {
  return argumentsOf(code, 'transition').flatMap(([state = '', event = '']) =>
    kindsIn(event).flatMap((asked) => statesOf(state).map((from) => `${asked} in ${from}`)),
  )
}

/** The states that an argument can be: it is an object, or what a function of ours returns. */
function statesOf(argument: string): readonly string[] {
  if (argument.startsWith('{')) return kindsIn(argument)
  const declaration = new RegExp(`function ${/\w+(?=\()/.exec(argument)?.[0]}\\([^]*?\\n}`)
  const bodies = sources.map(({ code }) => declaration.exec(code)?.[0] ?? '')
  return bodies.flatMap(kindsIn).filter((kind) => stateKinds.has(kind))
}
