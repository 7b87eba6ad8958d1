import { createPostgresRateLimiter, type Database, openPostgresDatabase } from '@gatehouse/sql'
import { type NetworkBetween, startNetworkBetween, startPgBouncer } from '@gatehouse/test-services'
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

/** What a way has that others have not. */
interface WayKind {
  readonly name: string
  /** Milliseconds there and back. */
  readonly roundTripMs: number
  /** Of the connections, in the address of the database. */
  readonly options?: Readonly<Record<string, string>>
  /** Whether a PgBouncer beside the database lends connections by the transaction. */
  readonly isPooled?: boolean
}

/** Opens a way without a distance, and ways with it: plain, with TLS, to a PgBouncer. @param milliseconds There and back. */
export async function openWays(filled: FilledDatabase, milliseconds: number): Promise<Ways> {
  const away = { name: `${milliseconds} ms away`, roundTripMs: milliseconds }
  const kinds: readonly WayKind[] = [
    { name: 'beside it', roundTripMs: 0 },
    away,
    { ...away, name: `${away.name}, with TLS`, options: { sslmode: 'no-verify' } },
    { ...away, name: `${away.name}, behind PgBouncer`, isPooled: true },
  ]
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const each of closing.splice(0).toReversed()) await each()
  }
  try {
    const all: Way[] = []
    for (const kind of kinds) all.push(await openWay(filled, kind, closing))
    return { all, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** @param closing Gets what closes it, in the order in which it was opened. */
async function openWay(
  filled: FilledDatabase,
  { name, roundTripMs, options = {}, isPooled = false }: WayKind,
  closing: (() => Promise<unknown>)[],
): Promise<Way> {
  const url = new URL(filled.database.url)
  if (isPooled) {
    const bouncer = await startPgBouncer(url.href, 'transaction')
    closing.push(() => bouncer.stop())
    url.port = String(bouncer.port)
  }
  const network = await startNetworkBetween({ serverPort: Number(url.port), roundTripMs })
  closing.push(() => network.close())
  url.port = String(network.port)
  for (const [option, value] of Object.entries(options)) url.searchParams.set(option, value)
  const environment = await filled.start(undefined, url.href)
  closing.push(() => environment.gateway.stop())
  const database = openPostgresDatabase({ url: url.href, poolSize: 1 })
  closing.push(() => database.close())
  return { name, environment, network, ask: asking(database) }
}

/** One question: a look at a counter that is not there. */
function asking(database: Database): Way['ask'] {
  const limiter = createPostgresRateLimiter(database)
  return () => limiter.look({ name: 'nothing', points: 1, seconds: 1 }, '')
}
