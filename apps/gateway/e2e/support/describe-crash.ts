/** T-26, T-11, T-53: the gateway is killed at any moment, and no one loses anything by it. */
import { randomInt } from 'node:crypto'
import { eventually } from '@gatehouse/test-services'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { codeIn, type ReceivedMail, tokensIn } from '../../testing/mail-server.ts'
import { confirm, logIn, type Person, person } from '../../testing/people.ts'
import { createRandom } from '../../testing/random.ts'
import type { TestEnvironment } from '../../testing/test-environment.ts'
import { unlimited } from '../../testing/unlimited.ts'
import { askRecords } from './ask-records.ts'
import { createStorm, killsBefore, type Storm, type StormAnswer, senderAfter } from './storm.ts'

const peopleAtOnce = 8

/** On a busy machine several gateways in a row may be killed before they have sent anything. */
const stormMs = 300_000

const seed = Number(process.env.CRASH_SEED ?? randomInt(2 ** 31))

/** A person who signed up in the storm. */
interface Newcomer extends Person {
  /** The password that holds now; both that were tried if the answer to a reset was lost. */
  passwords: readonly string[]
}

/** How often the gateway is killed. */
let kills: number
let environment: TestEnvironment
let storm: Storm
const newcomers: Newcomer[] = []
const tally = { signUpsCut: 0, codesCut: 0, resetsCut: 0, codes: 0, resets: 0 }

/**
 * @param openIt Sets the environment, with these settings.
 * @param times How often the gateway is killed.
 */
export function describeCrash(
  openIt: (env: Readonly<Record<string, string>>) => Promise<TestEnvironment>,
  times: number,
): void {
  kills = times

  beforeAll(async () => {
    environment = await openIt({ ...unlimited, OTP_DEFAULT: 'on', MAIL_FROM: senderAfter(0) })
    storm = createStorm(environment)
    const random = createRandom(seed)
    const points = Array.from({ length: kills }, () => ({
      answers: random(30),
      thenMs: random(50),
    }))
    const people = Array.from({ length: peopleAtOnce }, (_, index) => come(index))
    // Also when one fails: a storm that goes on would outlive the test.
    const ended = await Promise.allSettled([...people, storm.rage(points)])
    for (const each of ended) if (each.status === 'rejected') throw each.reason
    await eventually('the last mail', async () => (await waitingMails()).length === 0 || undefined)
    process.stdout.write(`crash: CRASH_SEED=${seed}, ${newcomers.length} people, ${report()}\n`)
  }, 2 * stormMs)

  afterAll(() => environment.close())

  describe(`T-11, T-26, T-53: after ${kills} kills in a storm (CRASH_SEED=${seed})`, () => {
    it('every sign-up is whole: its mail came once, its link works, its password logs in', async () => {
      for (const newcomer of newcomers) {
        const mails = distinctMailsTo(newcomer, /confirm/i)
        expect(mails).toHaveLength(1)
        const [token] = mails.flatMap(tokensIn)
        const works = await passwordsThatWork(newcomer)
        expect(works).toHaveLength(1)
        const [password = ''] = works
        // A reset has proven the address as well.
        const proven = await rows(
          `SELECT id FROM accounts WHERE username = '${newcomer.username}' AND email_verified = 1`,
        )
        const { status } = await confirm(environment.api, { password }, token)
        expect(status).toBe(proven.length > 0 ? 400 : 200)
        expect(newcomer.passwords).toContain(works[0])
      }
      expect(newcomers.length).toBeGreaterThan(kills)
    })

    it('nothing is half there', async () => {
      if (!('database' in environment)) {
        expect(await rows('PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
        expect(await rows('PRAGMA foreign_key_check')).toEqual([])
      }
      expect(await rows(`SELECT id FROM tenants WHERE standing != 'active'`)).toEqual([])
      expect(await rows(`SELECT id FROM accounts WHERE standing != 'active'`)).toEqual([])
      const usernames = newcomers.map(({ username }) => username).sort()
      expect((await rows('SELECT username FROM accounts')).map(username).sort()).toEqual(usernames)
      const joined = `SELECT username FROM local_users AS u JOIN local_realms AS r ON r.id = u.realm_id
      JOIN accounts AS a USING (username) JOIN tenants AS t ON t.id = a.tenant_id
      WHERE a.credential_id = u.id AND r.reservation = t.reservation`
      expect((await rows(joined)).map(username).sort()).toEqual(usernames)
      expect(await rows('SELECT count(*) AS n FROM local_users')).toEqual([{ n: usernames.length }])
      expect(await rows('SELECT count(*) AS n FROM local_realms')).toEqual([
        { n: usernames.length },
      ])
      expect(
        await rows('SELECT digest FROM one_time_tokens WHERE claimed_until IS NOT NULL'),
      ).toEqual([])

      function username(row: Readonly<Record<string, unknown>>) {
        return row.username
      }
    })

    it('no mail is lost', async () => {
      expect(await rows(`SELECT kind, reason FROM outbox WHERE reason IS NOT NULL`)).toEqual([])
      const sent = (await rows('SELECT id FROM outbox')).map(({ id }) => `<${id}@localhost>`)
      expect(new Set(environment.mail.mails.map(({ id }) => id))).toEqual(new Set(sent))
    })

    it('a mail is doubled only by a kill, one by each at most, and under the same id', () => {
      for (const [run, mails] of mailsOfEachRun().entries()) {
        const ids = mails.map(({ id }) => id)
        expect([run, new Set(ids).size]).toEqual([run, ids.length])
      }
      expect(doubledByEachKill().filter((doubled) => doubled > 1)).toEqual([])
    })

    it('no code and no reset token was taken twice', async () => {
      const taken = (kind: string) =>
        rows(`SELECT count(*) AS times, account_id FROM audit_log
        WHERE kind = '${kind}' AND outcome = 'ok' GROUP BY account_id`)
      for (const [kind, tried] of [
        ['otp_checked', tally.codes],
        ['password_reset', tally.resets],
      ] as const) {
        const each = await taken(kind)
        expect(each.filter(({ times }) => times !== 1)).toEqual([])
        expect(each).toHaveLength(tried)
      }
    })
  })
}

/** One of those who keep coming until the storm is over: some use codes, some reset passwords. */
async function come(index: number): Promise<void> {
  for (let turn = index; !storm.isOver(); turn += 1) {
    const newcomer = await signUp()
    if (turn % 2 === 0) await enterCode(newcomer)
    else await resetPassword(newcomer)
  }
}

async function signUp(): Promise<Newcomer> {
  const someone = person()
  const { status, body, lost } = await ask('/api/auth/signup', someone)
  if (lost > 0) tally.signUpsCut += 1
  // One that got no answer is whole or not there: a repetition is told which.
  expect([201, lost > 0 && 'organization_taken']).toContain(body.code ?? status)
  const newcomer = { ...someone, passwords: [someone.password] }
  newcomers.push(newcomer)
  return newcomer
}

async function enterCode(newcomer: Newcomer): Promise<void> {
  const challenge = await storm.ask(() => logIn(environment.api, newcomer, 'ui'))
  expect(challenge.body).toMatchObject({ requires_otp: true })
  const code = codeIn(await mailTo(newcomer, /code/i))
  const { session_token } = challenge.body
  const guess = { username: newcomer.username, otp_code: code, session_token }
  const enter = () => ask('/api/auth/verify-otp', guess)
  const answers = await Promise.all([enter(), enter()])
  const late = await enter()
  if (answers.some(({ lost }) => lost > 0)) tally.codesCut += 1
  tally.codes += 1
  expectOneAccepted(answers, 401)
  expect(late.status).toBe(401)
}

async function resetPassword(newcomer: Newcomer): Promise<void> {
  const asked = await ask('/api/auth/forgot-password', { email: newcomer.email })
  expect(asked.status).toBe(200)
  const [reset_token] = tokensIn(await mailTo(newcomer, /new password/i))
  const chosen = ['the first of two', 'the second of two'].map((text) => `${text} ${seed}`)
  const reset = (new_password = '') =>
    ask('/api/auth/reset-password', { reset_token, new_password })
  const answers = await Promise.all(chosen.map(reset))
  const late = await reset('too late for a new password')
  if (answers.some(({ lost }) => lost > 0)) tally.resetsCut += 1
  tally.resets += 1
  expectOneAccepted(answers, 400)
  expect(late.status).toBe(400)
  const promised = chosen.filter((_, index) => answers[index]?.status === 200)
  newcomer.passwords = promised.length > 0 ? promised : chosen
}

/** Of two who bring the same secret, one is let in; no one is seen to be when its answer was lost. */
function expectOneAccepted(answers: readonly StormAnswer[], otherwise: number): void {
  const lost = answers.some((answer) => answer.lost > 0)
  const statuses = answers.map(({ status }) => status).sort()
  const oneIn = [200, otherwise]
  expect(lost ? [oneIn, [otherwise, otherwise]] : [oneIn]).toContainEqual(statuses)
}

function ask(path: string, body: unknown): Promise<StormAnswer> {
  return storm.ask(() => environment.api.post(path, body))
}

function rows(statement: string) {
  return askRecords(environment, statement)
}

function waitingMails() {
  return rows('SELECT id FROM outbox WHERE settled_at IS NULL')
}

function mailTo({ email }: Person, subject: RegExp): Promise<ReceivedMail> {
  const arrived = (mail: ReceivedMail) => mail.to.includes(email) && subject.test(mail.subject)
  const look = () => environment.mail.mails.find(arrived)
  return eventually(`a mail like ${subject} to ${email}`, look, stormMs)
}

/** Without the second copies of what was delivered twice. */
function distinctMailsTo({ email }: Person, subject: RegExp): readonly ReceivedMail[] {
  const mails = environment.mail.mails.filter(({ to, subject: own }) => {
    return to.includes(email) && subject.test(own)
  })
  return [...new Map(mails.map((mail) => [mail.id, mail])).values()]
}

async function passwordsThatWork({ email, password, passwords }: Newcomer) {
  const works: string[] = []
  for (const each of new Set([password, ...passwords])) {
    const { status } = await logIn(environment.api, { email, password: each })
    if (status === 200) works.push(each)
  }
  return works
}

/** The mails of each gateway, from its start to its end. */
function mailsOfEachRun(): readonly (readonly ReceivedMail[])[] {
  return Array.from({ length: kills + 1 }, (_, run) =>
    environment.mail.mails.filter((mail) => killsBefore(mail) === run),
  )
}

/** How many mails of each run came again in a later one: all that the kill at its end can do. */
function doubledByEachKill(): readonly number[] {
  const runs = mailsOfEachRun()
  return runs.slice(0, kills).map((mails, run) => {
    const later = new Set(runs.slice(run + 1).flatMap((each) => each.map(({ id }) => id)))
    return mails.filter(({ id }) => later.has(id)).length
  })
}

function report(): string {
  return `${JSON.stringify(tally)}, mails doubled by each kill: ${doubledByEachKill().join(' ')}`
}
