import { createSqlStore, type Database } from '@gatehouse/sql'
import { openFilled } from '../accounts/fill.ts'
import type { FilledDatabase } from '../accounts/filled-environment.ts'
import { countPeople, emailOf } from '../accounts/people.ts'
import { interleave } from './interleave.ts'

/** What is asked of one database, each time with something else. */
export interface Lookups {
  readonly name: string
  /** Medians in microseconds for each, in the order of the databases. */
  readonly microseconds: readonly number[]
}

/** The size of the measurement: counts, and durations in seconds. */
export interface LookupAmounts {
  readonly rounds: number
  /** The number of questions to each database in each round. */
  readonly count: number
}

interface OpenedDatabase {
  readonly filled: FilledDatabase
  readonly database: Database
}

/** Asks one question. @param number Distinguishes questions. */
type Question = (opened: OpenedDatabase, number: number) => Promise<unknown>

/** The questions of a login, and that of open terminals, by their names. */
const questions: Readonly<Record<string, { readonly ask: Question; readonly share: number }>> = {
  'login lookup, an address that has accounts': { share: 1, ask: lookUp(knownEmail) },
  'login lookup, an unknown address': {
    share: 1,
    ask: lookUp((_, number) => `nobody${number}@example.com`),
  },
  'a session by its id': {
    share: 1,
    ask: ({ database, filled }, number) =>
      storeOf(database, filled).transaction((tx) => tx.sessions.find(sessionAt(filled, number))),
  },
  'sessions of 500 terminals': { share: 0.02, ask: checkSessions },
}

/** Asks all questions of all databases, in turns. */
export async function measureLookups(
  all: readonly FilledDatabase[],
  { rounds, count }: LookupAmounts,
): Promise<readonly Lookups[]> {
  const opened = all.map((filled) => ({ filled, database: openFilled(filled.database.url) }))
  try {
    const results: Lookups[] = []
    for (const [name, { ask, share }] of Object.entries(questions)) {
      const each = Math.max(1, Math.round(count * share))
      // The first round does not count.
      const measure = (one: OpenedDatabase, round: number) =>
        timeEach(one, { ask, round, count: each })
      for (const one of opened) await measure(one, rounds)
      results.push({ name, microseconds: await interleave(opened, rounds, measure) })
    }
    return results
  } finally {
    for (const { database } of opened) await database.close()
  }
}

async function timeEach(
  opened: OpenedDatabase,
  { ask, count, round }: { readonly ask: Question; readonly count: number; readonly round: number },
): Promise<number> {
  const begun = performance.now()
  for (let done = 0; done < count; done += 1) await ask(opened, round * count + done)
  return ((performance.now() - begun) * 1000) / count
}

/**
 * What a login asks before it checks a password: the accounts of an address, and whether they may
 * act.
 */
function lookUp(emailFor: (filled: FilledDatabase, number: number) => string): Question {
  return ({ database, filled }, number) =>
    storeOf(database, filled).transaction(async (tx) => {
      for (const { tenantId } of await tx.accounts.findByEmail(emailFor(filled, number))) {
        await tx.tenants.find(tenantId)
      }
    })
}

/** The email of any person: neighbours in this order are far apart in storage. */
function knownEmail({ accounts }: FilledDatabase, number: number): string {
  return emailOf((number * 1_000_003 + 17) % countPeople(accounts))
}

function checkSessions({ database, filled }: OpenedDatabase, number: number): Promise<unknown> {
  const ids = Array.from({ length: 500 }, (_, place) => sessionAt(filled, number * 500 + place))
  return storeOf(database, filled).transaction(async (tx) => {
    const sessions = await tx.sessions.findMany(ids)
    return tx.accounts.findStatuses(sessions.map(({ accountId }) => accountId))
  })
}

function sessionAt({ samples }: FilledDatabase, number: number): string {
  return samples[(number * 7919) % samples.length]?.sessionId ?? ''
}

function storeOf(database: Database, { sealer }: FilledDatabase) {
  return createSqlStore(database, { sealer })
}
