import { createPostgresRateLimiter, type Database, openPostgresDatabase } from '@gatehouse/sql'
import { type NetworkBetween, startNetworkBetween } from '@gatehouse/test-services'
import type { FilledDatabase, FilledEnvironment } from '../accounts/filled-environment.ts'

/** A gateway, and its way to the database. */
export interface Way {
  readonly name: string
  readonly environment: FilledEnvironment
  readonly network: NetworkBetween
  /** Asks one question on this way, past the gateway. */
  ask(): Promise<unknown>
}

/** Gateways on one database, by ways that differ. */
export interface Ways {
  readonly all: readonly Way[]
  /** Stops everything. */
  close(): Promise<void>
}

/** Opens a way without a distance, one with it, and one with TLS. @param milliseconds There and back. */
export async function openWays(filled: FilledDatabase, milliseconds: number): Promise<Ways> {
  const kinds = [
    { name: 'beside it', roundTripMs: 0, options: {} },
    { name: `${milliseconds} ms away`, roundTripMs: milliseconds, options: {} },
    {
      name: `${milliseconds} ms away, with TLS`,
      roundTripMs: milliseconds,
      options: { sslmode: 'no-verify' },
    },
  ]
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const each of closing.splice(0).toReversed()) await each()
  }
  try {
    const all: Way[] = []
    for (const { name, roundTripMs, options } of kinds) {
      const url = new URL(filled.database.url)
      const network = await startNetworkBetween({ serverPort: Number(url.port), roundTripMs })
      closing.push(() => network.close())
      url.port = String(network.port)
      for (const [option, value] of Object.entries(options)) url.searchParams.set(option, value)
      const environment = await filled.start(undefined, url.href)
      closing.push(() => environment.gateway.stop())
      const database = openPostgresDatabase({ url: url.href, poolSize: 1 })
      closing.push(() => database.close())
      all.push({ name, environment, network, ask: asking(database) })
    }
    return { all, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** One question: a look at a counter that is not there. */
function asking(database: Database): Way['ask'] {
  const limiter = createPostgresRateLimiter(database)
  return () => limiter.look({ name: 'nothing', points: 1, seconds: 1 }, '')
}
