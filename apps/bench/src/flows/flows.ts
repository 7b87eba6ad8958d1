import { parseArgs } from 'node:util'
import { type Databases, databaseKinds } from '../accounts/databases.ts'
import { type FilledEnvironment, openFilledDatabase } from '../accounts/filled-environment.ts'
import {
  type IdleUse,
  measureIdle,
  measureOperation,
  type OperationResult,
} from '../accounts/measure-operation.ts'
import {
  logIn,
  logInWithCode,
  logOut,
  type Operation,
  refresh,
  signUp,
} from '../accounts/operations.ts'
import type { Benchmark, Say } from '../benchmark.ts'
import { describeMachine } from '../machine.ts'
import { secondsOf, someOf, wholeOf } from '../option-values.ts'
import { cores, pinnedTo } from '../processes/cores.ts'
import { requirePrograms } from '../processes/require-program.ts'
import { tellProgress } from '../tell-progress.ts'
import { measureHash } from './measure-hash.ts'
import { checkLogins, reportFlows } from './report.ts'

/** What logins, codes, refreshes, sign-ups and logouts cost. */
export const flows: Benchmark = {
  summary:
    '[--seconds 4] [--concurrency 16] [--accounts 10000] [--database sqlite,postgres]: logins, refreshes and sign-ups a second (Linux; taskset; PostgreSQL)',

  async run(parameters, say) {
    const { kinds, ...amounts } = read(parameters)
    requirePrograms(['taskset'])
    say(describeMachine())
    pinnedTo(cores.others, process)
    say(`one password hash: ${(await measureHash()).toFixed(1)} ms of CPU`)
    let isWithin = true
    for (const kind of kinds) {
      const results = await onDatabase(await databaseKinds[kind](), amounts, say)
      if (kind !== 'sqlite') continue
      const { isKept, text } = checkLogins(results)
      for (const line of ['', text]) say(line)
      isWithin = isKept
    }
    return isWithin
  },
}

/** The size of the measurement: counts, and durations in seconds. */
interface Amounts {
  readonly accounts: number
  readonly seconds: number
  readonly concurrency: number
}

const idleSeconds = 4

async function onDatabase(
  databases: Databases,
  amounts: Amounts,
  say: Say,
): Promise<readonly OperationResult[]> {
  const { accounts, concurrency, seconds } = amounts
  const what = `${accounts} accounts, ${concurrency} clients, ${seconds} s each`
  for (const line of ['', `### ${databases.name}`, '', what, '']) say(line)
  try {
    const filled = await openFilledDatabase(databases, accounts)
    const environment = await filled.start()
    try {
      const idle = await measureIdle(environment.gateway, idleSeconds)
      const results = await measureAll(environment, { ...amounts, idle })
      for (const line of reportFlows(results, idle)) say(line)
      const { server } = filled.database
      if (server) say(`connections at the end: ${await server.connections()}`)
      return results
    } finally {
      await environment.gateway.stop()
    }
  } finally {
    await databases.stop()
  }
}

async function measureAll(
  environment: FilledEnvironment,
  { seconds, concurrency, idle }: Amounts & { readonly idle: IdleUse },
): Promise<readonly OperationResult[]> {
  const results: OperationResult[] = []
  const measure = async (operation: Operation, more = { concurrency, seconds }) => {
    tellProgress(operation.name)
    results.push(await measureOperation(environment.gateway, operation, { idle, ...more }))
  }
  // Compilers are done after a second or two.
  for (const operation of [logIn(environment), refresh(environment)]) {
    await measureOperation(environment.gateway, operation, { idle, concurrency, seconds: 2 })
  }
  await measure(logIn(environment))
  // Each of these waits for its mail, which leaves with others once a second.
  await measure(logInWithCode(environment), { concurrency: 4 * concurrency, seconds })
  await measure(refresh(environment))
  await measure(signUp(environment))
  await measure(logOut(environment))
  return results
}

function read(parameters: readonly string[]) {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      seconds: { type: 'string', default: '4' },
      concurrency: { type: 'string', default: '16' },
      accounts: { type: 'string', default: '10000' },
      database: { type: 'string', default: 'sqlite,postgres' },
    },
  })
  const { seconds, concurrency, accounts, database } = values
  return {
    kinds: someOf(
      Object.keys(databaseKinds) as (keyof typeof databaseKinds)[],
      database,
      '--database',
    ),
    seconds: secondsOf(seconds, '--seconds'),
    concurrency: wholeOf(concurrency, '--concurrency'),
    accounts: wholeOf(accounts, '--accounts'),
  }
}
