import type { Benchmark } from './benchmark.ts'
import { bulkhead } from './bulkhead/bulkhead.ts'
import { flood } from './flood/flood.ts'
import { flows } from './flows/flows.ts'
import { growth } from './growth/growth.ts'
import { isolation } from './isolation/isolation.ts'
import { cores, pinnedTo } from './processes/cores.ts'
import { proxy } from './proxy/proxy.ts'
import { roundTrips } from './round-trips/round-trips.ts'
import { start } from './start/start.ts'
import { terminals } from './terminals/terminals.ts'
import { UsageError } from './usage-error.ts'
import { verify } from './verify/verify.ts'

interface Chapter {
  readonly title: string
  readonly benchmark: Benchmark
  readonly parameters: readonly string[]
}

const onSqlite = ['--database', 'sqlite']

const chapters: readonly Chapter[] = [
  { title: 'Starts', benchmark: start, parameters: [] },
  {
    title: 'A proxied request',
    benchmark: proxy,
    parameters: ['--rounds', '5', '--only', 'small,down,up,latency,workers,threads,memory'],
  },
  { title: 'A check for another proxy', benchmark: verify, parameters: [] },
  { title: 'Terminals', benchmark: terminals, parameters: [] },
  { title: 'One tenant does its worst', benchmark: bulkhead, parameters: [] },
  { title: 'A flood of logins', benchmark: flood, parameters: [] },
  { title: 'Accounts', benchmark: flows, parameters: [] },
  { title: 'Everybody else while people log in', benchmark: isolation, parameters: [] },
  {
    title: 'Growth',
    benchmark: growth,
    parameters: [...onSqlite, '--rounds', '4', '--accounts', '1000,1000000'],
  },
  {
    title: 'Far from PostgreSQL',
    benchmark: roundTrips,
    parameters: ['--accounts', '1000000'],
  },
]

/** All that a gateway is measured by, one after the other on one machine. */
export const everything: Benchmark = {
  summary:
    'start, proxy, verify, terminals, bulkhead, flood, flows, isolation, growth on SQLite, and round-trips: all in one go, over an hour (after npm run build)',

  async run(parameters, say) {
    if (parameters.length > 0) throw new UsageError('everything takes no options')
    let isWithin = true
    for (const { benchmark, parameters: chosen, title } of chapters) {
      for (const line of ['', `## ${title}`, '']) say(line)
      // The one before may have kept this process, and so all that it starts, on the core of the load.
      pinnedTo(cores.all, process)
      // What comes after one that breaks off is measured all the same.
      const isKept = await benchmark.run(chosen, say).catch((error: unknown) => {
        say(`**Broken off**: ${error instanceof Error ? error.message : String(error)}`)
        return false
      })
      isWithin = isKept && isWithin
    }
    return isWithin
  },
}
