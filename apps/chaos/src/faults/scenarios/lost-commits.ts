import { setTimeout as sleep } from 'node:timers/promises'
import { person } from '@gatehouse/gateway/testing'
import type { Relay } from '../../relay.ts'
import { type Gateway, type Person, type Reply, shown } from '../gateway.ts'
import type { Surroundings } from '../rig.ts'
import type { Scenario } from '../scenario.ts'
import {
  checkNothingIsLeft,
  confirmationTokenOf,
  doubled,
  loseCommit,
  repeat,
  resetTokenOf,
} from '../steps.ts'

/** A request whose commit is lost, and the same request again. */
interface LostCommit {
  readonly what: string
  /** The transaction that has this text in it. */
  readonly text: string
  readonly ask: (gateway: Gateway, prepared: Prepared) => Promise<Reply>
  /** What the request and its repetition are answered. */
  readonly answers: readonly [RegExp, RegExp]
  /** Whether it is as it must be afterwards. */
  readonly isDone: (gateway: Gateway, prepared: Prepared) => Promise<boolean>
}

interface Prepared {
  readonly who: Person
  readonly newcomer: Person
  readonly resetToken: string
  readonly confirmation: string
}

const another = 'a wholly different phrase'

const signUp: LostCommit['ask'] = (gateway, { newcomer }) => gateway.signUp(newcomer)
const reset: LostCommit['ask'] = (gateway, { resetToken }) => gateway.reset(resetToken, another)

const isIn = ({ status }: Reply) => status === 200

const hasAccount: LostCommit['isDone'] = async (gateway, { newcomer }) =>
  isIn(await gateway.logIn(newcomer))
const hasOther: LostCommit['isDone'] = async (gateway, { who }) =>
  isIn(await gateway.logIn(who, another)) && (await gateway.logIn(who)).status === 401
const canLogIn: LostCommit['isDone'] = async (gateway, { who }) => isIn(await gateway.logIn(who))
const isConfirmed: LostCommit['isDone'] = async (gateway, { who }) =>
  Object((await gateway.logIn(who)).body.user).email_verified === true

/** What each use case answers, and what it answers when it is repeated. */
const cases: readonly LostCommit[] = [
  {
    what: 'sign-up, reservation',
    text: 'insert into "tenants"',
    ask: signUp,
    answers: [/^503/, /^201/],
    isDone: hasAccount,
  },
  {
    what: 'sign-up, realm',
    text: 'insert into "local_realms"',
    ask: signUp,
    answers: [/^503/, /^201/],
    isDone: hasAccount,
  },
  {
    what: 'sign-up, activation',
    text: 'update "tenants"',
    ask: signUp,
    answers: [/^503/, /^409 organization_taken/],
    isDone: hasAccount,
  },
  {
    what: 'log-in, session',
    text: 'insert into "sessions"',
    ask: (gateway, { who }) => gateway.logIn(who),
    answers: [/^503/, /^200/],
    isDone: canLogIn,
  },
  {
    what: 'reset, claim',
    text: 'update "one_time_tokens"',
    ask: reset,
    answers: [/^503/, /^200/],
    isDone: hasOther,
  },
  {
    what: 'reset, password',
    text: 'update "local_users"',
    ask: reset,
    answers: [/^503/, /^200/],
    isDone: hasOther,
  },
  {
    what: 'reset, end',
    text: 'delete from "one_time_tokens"',
    ask: reset,
    answers: [/^503/, /^400 reset_token_invalid/],
    isDone: hasOther,
  },
  {
    what: 'address confirmed',
    text: 'delete from "one_time_tokens"',
    ask: (gateway, { who, confirmation: token }) =>
      gateway.post('/api/auth/verify-email', { token, password: who.password }),
    answers: [/^503/, /^400 verification_token_invalid/],
    isDone: isConfirmed,
  },
]

async function prepare(gateway: Gateway, { mail }: Surroundings): Promise<Prepared> {
  const who = person()
  await gateway.signUp(who)
  const confirmation = await confirmationTokenOf(mail, who)
  const resetToken = await resetTokenOf(gateway, mail, who)
  return { who, newcomer: person(), confirmation, resetToken }
}

async function lose(
  gateway: Gateway,
  relay: Relay,
  { text, ask, prepared }: Pick<LostCommit, 'text' | 'ask'> & { readonly prepared: Prepared },
): Promise<{ readonly replies: readonly [Reply, Reply]; readonly isLost: boolean }> {
  const lost = loseCommit(relay, text)
  const answer = await ask(gateway, prepared)
  relay.choose(() => 'pass')
  // A link whose password may have been set is kept for a minute.
  const again = await repeat(
    80,
    () => ask(gateway, prepared),
    ({ status }) => status !== 503,
  )
  return { replies: [answer, again], isLost: lost.isLost() }
}

/** The answer to a commit is lost. */
export const lostCommits: readonly Scenario[] = [
  {
    id: 'H-1',
    name: 'the answer to a commit is lost, in each use case',
    does: 'The connection to the database is destroyed after a commit has arrived, for each transaction of sign-up, log-in, reset and confirmation; the request is sent again.',
    holds:
      'The request is answered 503; its repetition succeeds, or says that it has been done; and it is done, once, with each mail once.',
    async run(rig) {
      const opened = await rig.surroundings()
      const relay = await rig.relayTo(opened.databasePort)
      rig.say('starting a replica')
      const gateway = await rig.gateway(opened.over(relay))
      for (const { what, text, ask, answers, isDone } of cases) {
        rig.say(what)
        const prepared = await prepare(gateway, opened)
        const { replies, isLost } = await lose(gateway, relay, { text, ask, prepared })
        const seen = replies.map(shown)
        const areSo = answers.every((pattern, index) => pattern.test(seen[index] ?? ''))
        rig.check(
          `${what}: ${seen.join(', again ')}${isLost ? '' : ' (not lost)'}`,
          areSo && isLost,
        )
        rig.check(`${what}: it is done`, await isDone(gateway, prepared))
      }
      await checkNothingIsLeft(rig, opened.database)
      const kinds = opened.mail.mails.map(({ to, subject }) => `${to}: ${subject}`)
      const twice = kinds.filter((kind, index) => kinds.indexOf(kind) < index)
      rig.check(`mails that came twice: ${twice.join(', ') || 'none'}`, twice.length === 0)
    },
  },
  {
    id: 'H-1m',
    name: 'the note that a mail was sent is lost',
    does: 'The answer to the commit that notes a sent mail is lost.',
    holds: 'The mail is not sent again.',
    async run(rig) {
      const opened = await rig.surroundings()
      const relay = await rig.relayTo(opened.databasePort)
      rig.say('starting a replica')
      const gateway = await rig.gateway(opened.over(relay))
      const lost = loseCommit(relay, '"settled_at" = ')
      await gateway.signUp(person())
      rig.say('waiting for a second copy')
      await sleep(70_000)
      const { mails } = opened.mail
      rig.check(
        `lost: ${lost.isLost()}, copies: ${mails.length}`,
        lost.isLost() && mails.length === 1,
      )
      rig.check(`mails that came twice: ${doubled(mails)}`, doubled(mails) === 0)
    },
  },
]
