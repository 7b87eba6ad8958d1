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
}

interface Prepared {
  readonly who: Person
  readonly newcomer: Person
  readonly resetToken: string
  readonly confirmation: string
}

const signUp: LostCommit['ask'] = (gateway, { newcomer }) => gateway.signUp(newcomer)
const reset: LostCommit['ask'] = (gateway, { resetToken }) =>
  gateway.reset(resetToken, 'a wholly different phrase')

/** What each use case answers, and what it answers when it is repeated. */
const cases: readonly LostCommit[] = [
  {
    what: 'sign-up, reservation',
    text: 'insert into "tenants"',
    ask: signUp,
    answers: [/^503/, /^201/],
  },
  {
    what: 'sign-up, realm',
    text: 'insert into "local_realms"',
    ask: signUp,
    answers: [/^503/, /^201/],
  },
  {
    what: 'sign-up, activation',
    text: 'update "tenants"',
    ask: signUp,
    answers: [/^503/, /^(409 organization_taken|409 username_taken)/],
  },
  {
    what: 'log-in, session',
    text: 'insert into "sessions"',
    ask: (gateway, { who }) => gateway.logIn(who),
    answers: [/^503/, /^200/],
  },
  { what: 'reset, claim', text: 'update "one_time_tokens"', ask: reset, answers: [/^503/, /^200/] },
  { what: 'reset, password', text: 'update "local_users"', ask: reset, answers: [/^503/, /^200/] },
  {
    what: 'reset, end',
    text: 'delete from "one_time_tokens"',
    ask: reset,
    answers: [/^503/, /^400 reset_token_invalid/],
  },
  {
    what: 'address confirmed',
    text: 'delete from "one_time_tokens"',
    ask: (gateway, { who, confirmation: token }) =>
      gateway.post('/api/auth/verify-email', { token, password: who.password }),
    answers: [/^503/, /^400 verification_token_invalid/],
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
      'The request is answered 503, its repetition as the page on PostgreSQL says, and nothing is there twice or in part.',
    async run(rig) {
      const opened = await rig.surroundings()
      const relay = await rig.relayTo(opened.databasePort)
      rig.say('starting a replica')
      const gateway = await rig.gateway(opened.over(relay))
      for (const { what, text, ask, answers } of cases) {
        rig.say(what)
        const prepared = await prepare(gateway, opened)
        const { replies, isLost } = await lose(gateway, relay, { text, ask, prepared })
        const seen = replies.map(shown)
        const areSo = answers.every((pattern, index) => pattern.test(seen[index] ?? ''))
        rig.check(
          `${what}: ${seen.join(', again ')}${isLost ? '' : ' (not lost)'}`,
          areSo && isLost,
        )
      }
      await checkNothingIsLeft(rig, opened.database)
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
