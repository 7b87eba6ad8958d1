import { parseArgs } from 'node:util'
import { postgresDatabases } from '../accounts/databases.ts'
import { openFilledDatabase } from '../accounts/filled-environment.ts'
import type { Benchmark } from '../benchmark.ts'
import { describeMachine } from '../machine.ts'
import { median } from '../median.ts'
import { whole } from '../numbers.ts'
import { secondsOf, wholeOf } from '../option-values.ts'
import { requirePrograms } from '../processes/require-program.ts'
import { tellProgress } from '../tell-progress.ts'
import { measureTurn } from './measure-turn.ts'
import { isWithinBounds, reportWays, type WayResult } from './report.ts'
import { openWays } from './ways.ts'
import { withTls } from './with-tls.ts'

/** What logins and refreshes take with a network between the gateway and its database. */
export const roundTrips: Benchmark = {
  summary:
    '[--accounts 100000] [--milliseconds 2] [--seconds 3] [--rounds 3]: logins and refreshes far from PostgreSQL (PostgreSQL; openssl, pgbouncer)',

  async run(parameters, say) {
    const { accounts, milliseconds, rounds, seconds } = read(parameters)
    requirePrograms(['pgbouncer'])
    say(describeMachine())
    const databases = await postgresDatabases(withTls)
    try {
      tellProgress(`${accounts} accounts`)
      const filled = await openFilledDatabase(databases, accounts)
      const ways = await openWays(filled, milliseconds)
      try {
        const results = new Map<string, WayResult[]>()
        // The first round is not counted: compilers are at work.
        for (let round = 0; round <= rounds; round += 1) {
          for (const way of ways.all) {
            tellProgress(`${way.name}: ${round} of ${rounds}`)
            const turn = await measureTurn(way, seconds)
            if (round > 0) results.set(way.name, [...(results.get(way.name) ?? []), ...turn])
          }
        }
        const about = `${whole(accounts)} accounts, one client, ${rounds} rounds of ${seconds} s each, medians`
        const all = [...results.values()].flatMap(medians)
        for (const line of ['', about, '', ...reportWays(all)]) say(line)
        return isWithinBounds(all)
      } finally {
        await ways.close()
      }
    } finally {
      await databases.stop()
    }
  },
}

/** One result for each operation of a way. */
function medians(turns: readonly WayResult[]): readonly WayResult[] {
  return [...Map.groupBy(turns, ({ operation }) => operation).values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    return {
      ...first,
      milliseconds: median(same.map(({ milliseconds }) => milliseconds)),
      trips: median(same.map(({ trips }) => trips)),
    }
  })
}

function read(parameters: readonly string[]) {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      accounts: { type: 'string', default: '100000' },
      milliseconds: { type: 'string', default: '2' },
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '3' },
    },
  })
  return {
    accounts: wholeOf(values.accounts, '--accounts'),
    milliseconds: wholeOf(values.milliseconds, '--milliseconds'),
    seconds: secondsOf(values.seconds, '--seconds'),
    rounds: wholeOf(values.rounds, '--rounds'),
  }
}
