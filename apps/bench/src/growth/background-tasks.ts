import { setTimeout as sleep } from 'node:timers/promises'
import { purgeExpired } from '@gatehouse/auth-core'
import { previewForcedRotation } from '@gatehouse/auth-core/operator'
import { createSystemClock } from '@gatehouse/crypto'
import { createSqlStore, fillApiKeyHashes, readOutboxBacklog } from '@gatehouse/sql'
import { openFilled } from '../accounts/fill.ts'
import type { FilledDatabase } from '../accounts/filled-environment.ts'
import { median } from '../median.ts'

/**
 * A task that the gateway runs by itself, and its time in milliseconds, in the order of the
 * databases.
 */
export interface BackgroundTask {
  readonly name: string
  readonly milliseconds: readonly number[]
}

const times = 5

/** Everything whose cost might grow with what is stored. */
const names = [
  'mails that are due (each second)',
  'mails that wait (each scrape)',
  'tidying (each minute)',
  'unfinished sign-ups (each minute)',
  'unfinished resets (each minute)',
  'API keys without a hash (each minute)',
  'sessions that a withdrawal of all keys would end (on request)',
] as const

/** Runs each task a few times on every database. */
export async function measureBackgroundTasks(
  all: readonly FilledDatabase[],
): Promise<readonly BackgroundTask[]> {
  const perDatabase: (readonly number[])[] = []
  for (const filled of all) perDatabase.push(await measureOne(filled))
  return names.map((name, place) => ({
    name,
    milliseconds: perDatabase.map((taken) => taken[place] ?? Number.NaN),
  }))
}

async function measureOne({ database: { url }, sealer }: FilledDatabase): Promise<number[]> {
  const database = openFilled(url)
  const clock = createSystemClock()
  const store = createSqlStore(database, { sealer })
  const now = clock.now()
  const leaseUntil = new Date(now.getTime() + 60_000)
  const works: Readonly<Record<(typeof names)[number], () => Promise<unknown>>> = {
    'mails that are due (each second)': () =>
      store.transaction((tx) =>
        tx.outbox.leaseDue(now, { untried: 16, tried: 4 }, { by: '', until: leaseUntil }),
      ),
    'mails that wait (each scrape)': () => readOutboxBacklog(database),
    'tidying (each minute)': () => purgeExpired({ clock, store }),
    'unfinished sign-ups (each minute)': () =>
      store.transaction((tx) => tx.tenants.findReservedBefore(now)),
    'unfinished resets (each minute)': () =>
      store.transaction((tx) => tx.oneTimeTokens.findLeased('reset_password')),
    'API keys without a hash (each minute)': () => fillApiKeyHashes(database, { sealer }),
    'sessions that a withdrawal of all keys would end (on request)': () =>
      previewForcedRotation({ clock, store }),
  }
  try {
    const taken: number[] = []
    for (const name of names) taken.push(await medianMs(works[name]))
    return taken
  } finally {
    await database.close()
  }
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let time = 0; time < times; time += 1) {
    const begun = performance.now()
    await work()
    taken.push(performance.now() - begun)
    await sleep(1)
  }
  return median(taken)
}
