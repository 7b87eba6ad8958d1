import { parseArgs } from 'node:util'
import { type Databases, databaseKinds } from '../accounts/databases.ts'
import { type FilledDatabase, openFilledDatabase } from '../accounts/filled-environment.ts'
import type { Benchmark, Say } from '../benchmark.ts'
import { describeMachine } from '../machine.ts'
import { whole } from '../numbers.ts'
import { secondsOf, someOf, wholeOf } from '../option-values.ts'
import { cores, pinnedTo } from '../processes/cores.ts'
import { requirePrograms } from '../processes/require-program.ts'
import { tellProgress } from '../tell-progress.ts'
import { measureBackgroundTasks } from './background-tasks.ts'
import { measureLookups } from './lookups.ts'
import { growthOf, reportGrowth, reportSizes } from './report.ts'
import { measureSizes } from './sizes.ts'
import { measureUnderLoad } from './under-load.ts'

/** The promised limit: the time of a login lookup with the most accounts, divided by that with the fewest. */
const maxGrowth = 1.2

/** How everything grows with the number of accounts. */
export const growth: Benchmark = {
  summary:
    '[--accounts 1000,10000,100000,1000000] [--rounds 5] [--seconds 1.5] [--database sqlite,postgres]: what grows with the accounts (Linux; taskset; PostgreSQL)',

  async run(parameters, say) {
    const { kinds, ...amounts } = read(parameters)
    requirePrograms(['taskset'])
    say(describeMachine())
    pinnedTo(cores.others, process)
    let isWithin = true
    for (const kind of kinds) {
      isWithin = (await onDatabases(await databaseKinds[kind](), amounts, say)) && isWithin
    }
    return isWithin
  },
}

/** The size of the measurement: counts, and durations in seconds. */
interface Amounts {
  /** From few to many. */
  readonly accounts: readonly number[]
  readonly rounds: number
  readonly seconds: number
}

const lookupsPerRound = 2000

async function onDatabases(kind: Databases, amounts: Amounts, say: Say): Promise<boolean> {
  const { rounds, seconds } = amounts
  for (const line of ['', `### ${kind.name}`, '']) say(line)
  try {
    const databases = await fillAll(kind, amounts.accounts)
    const sizes = await sizesOfLast(databases)
    tellProgress('looking up')
    const lookups = await measureLookups(databases, { rounds, count: lookupsPerRound })
    tellProgress('background tasks')
    const backgroundTasks = await measureBackgroundTasks(databases)
    tellProgress('under load')
    const gateways = await measureUnderLoad(databases, {
      rounds: Math.min(3, rounds),
      seconds,
      concurrency: 16,
    })
    for (const line of reportGrowth({ databases, gateways, lookups, backgroundTasks })) say(line)
    say('')
    for (const line of reportSizes(sizes)) say(line)
    const grown = growthOf(lookups[0]?.microseconds ?? [])
    const isWithin = grown <= maxGrowth
    say(`the login lookup is ${isWithin ? '' : 'not '}within ${maxGrowth}: ${grown.toFixed(2)}`)
    return isWithin
  } finally {
    await kind.stop()
  }
}

async function fillAll(
  kind: Databases,
  accounts: readonly number[],
): Promise<readonly FilledDatabase[]> {
  const filled: FilledDatabase[] = []
  for (const count of accounts) {
    const one = await openFilledDatabase(kind, count)
    filled.push(one)
    tellProgress(`${kind.name}: ${whole(count)} accounts in ${one.fillSeconds.toFixed(1)} s`)
  }
  return filled
}

async function sizesOfLast(databases: readonly FilledDatabase[]) {
  const last = databases.at(-1)
  return last ? measureSizes(last) : []
}

function read(parameters: readonly string[]) {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      accounts: { type: 'string', default: '1000,10000,100000,1000000' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '1.5' },
      database: { type: 'string', default: 'sqlite,postgres' },
    },
  })
  const { accounts, database, rounds, seconds } = values
  return {
    accounts: accounts.split(',').map((text) => wholeOf(text, '--accounts')),
    kinds: someOf(
      Object.keys(databaseKinds) as (keyof typeof databaseKinds)[],
      database,
      '--database',
    ),
    rounds: wholeOf(rounds, '--rounds'),
    seconds: secondsOf(seconds, '--seconds'),
  }
}
