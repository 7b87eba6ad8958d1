import { setTimeout as sleep } from 'node:timers/promises'
import { eventually, type MailServer, tokensIn } from '@gatehouse/gateway/testing'
import type { TestDatabase } from '@gatehouse/sql/testing'
import { readRecords } from '../read-records.ts'
import type { Link, Relay } from '../relay.ts'
import type { Gateway, Person, Reply } from './gateway.ts'
import type { Rig } from './rig.ts'

/** A statement that is kept on its way. */
export interface Stopped {
  /** Settled when it came. */
  readonly reached: Promise<void>
  /** Lets it go on. */
  release(): void
}

/** Keeps the first piece with this text on its way, and what comes after it on its connection. */
export function stopAt(relay: Relay, text: string): Stopped {
  const reached = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  let isDone = false
  relay.choose((piece) => {
    if (isDone || !piece.includes(text)) return 'pass'
    isDone = true
    reached.resolve()
    return { hold: held.promise }
  })
  return { reached: reached.promise, release: held.resolve }
}

/** Loses the answer to the commit of the first transaction that has this text in it. */
export function loseCommit(relay: Relay, text: string): { isLost(): boolean } {
  let chosen: Link | undefined
  let isLost = false
  relay.choose((piece, link) => {
    if (chosen === undefined && piece.includes(text)) chosen = link
    if (isLost || link !== chosen || !piece.includes('commit')) return 'pass'
    isLost = true
    return 'cut answer'
  })
  return { isLost: () => isLost }
}

/** Asks again, a second later each time, until the reply is one to stop at, or the time is over. */
export async function repeat(
  seconds: number,
  ask: () => Promise<Reply>,
  isDone: (reply: Reply) => boolean,
): Promise<Reply> {
  const end = performance.now() + seconds * 1000
  for (;;) {
    const reply = await ask()
    if (isDone(reply) || performance.now() > end) return reply
    await sleep(1000)
  }
}

/** Asks again, for a minute, while the answer is 503: nothing was looked at. */
export function untilLookedAt(ask: () => Promise<Reply>): Promise<Reply> {
  return repeat(60, ask, ({ status }) => status !== 503)
}

/** The token of a new reset mail. */
export async function resetTokenOf(
  gateway: Gateway,
  mail: MailServer,
  { email }: Person,
): Promise<string> {
  await gateway.post('/api/auth/forgot-password', { email })
  const [token = ''] = tokensIn(await mail.waitFor(email, /new password/i))
  return token
}

/** The token that confirms an address. */
export async function confirmationTokenOf(mail: MailServer, { email }: Person): Promise<string> {
  const [token = ''] = tokensIn(await mail.waitFor(email, /confirm/i))
  return token
}

/**
 * Checks that nothing is half there: no reservation, no realm without an organization, no user without
 * an account. What is being cleared up has a while.
 */
export async function checkNothingIsLeft(
  rig: Rig,
  database: Pick<TestDatabase, 'ask'>,
  seconds = 20,
): Promise<void> {
  const end = performance.now() + seconds * 1000
  for (;;) {
    const { unfinishedTenants, strayCredentials, accounts } = await readRecords(database)
    const partial = accounts.filter(({ isWhole }) => !isWhole).map(({ username }) => username)
    const left = [
      ...unfinishedTenants.map((id) => `reservation ${id}`),
      ...strayCredentials,
      ...partial.map((name) => `account ${name} in part`),
    ]
    if (left.length === 0 || performance.now() > end) {
      return rig.check(`left behind: ${left.join(', ') || 'nothing'}`, left.length === 0)
    }
    await sleep(500)
  }
}

/** Waits until a question to the database has an answer other than nothing. */
export function untilRow(
  what: string,
  database: Pick<TestDatabase, 'ask'>,
  statement: string,
): Promise<Readonly<Record<string, unknown>>> {
  return eventually(what, async () => (await database.ask(statement))[0], 180_000)
}

/** How many mails came more than once, by what they are known by. */
export function doubled(mails: MailServer['mails']): number {
  const ids = mails.map(({ id }) => id)
  return ids.length - new Set(ids).size
}
