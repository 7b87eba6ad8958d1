import type { AuthSettings, Clock, KeyRingSource } from '@gatehouse/auth-core'
import pTimeout from 'p-timeout'
import { memoizeBriefly } from '../lib/memoize-briefly.ts'
import { definitions } from './definitions.ts'
import type { Instruments, Sample } from './instruments.ts'
import { keyFacts } from './key-facts.ts'

/** What waits in the outbox, for all replicas together. */
export interface OutboxBacklog {
  readonly waiting: number
  readonly oldest: Date | null
}

/** How the connections to a database server are used. */
export interface PoolUse {
  readonly used: number
  readonly idle: number
  /** Transactions that wait for one. */
  readonly waiting: number
  readonly most: number
}

/** How busy one way to the credential store is. */
export interface BulkheadState {
  readonly underWay: number
  readonly waiting: number
  /** Whether nothing is asked, since the store counts as down. */
  readonly isOpen: boolean
}

/** What is looked at whenever somebody asks for the metrics. */
export interface Watched {
  readonly keyRing: KeyRingSource
  readonly clock: Clock
  readonly mailIsUp: () => boolean
  readonly outbox: () => Promise<OutboxBacklog>
  /** Of a database server; none with SQLite. */
  readonly pool?: (() => PoolUse) | undefined
  /** By their names; none with a credential store in the database. */
  readonly bulkheads?: (() => Readonly<Record<string, BulkheadState>>) | undefined
}

/** What the HTTP server knows of itself. */
export interface WatchedServer {
  readonly terminals: () => number
  readonly connections: () => Promise<number>
}

/** Shows what the HTTP server knows of itself. */
export function watchServer(
  { terminals, connections }: WatchedServer,
  { gauge }: Instruments,
): void {
  gauge(definitions.terminals, () => one(terminals()))
  gauge(definitions.connections, async () => one(await connections()))
}

/** One question to the database in five seconds, however many ask us. */
const backlogAgeMs = 5000

/** As long as a scrape may wait for it, in milliseconds. */
const backlogTimeoutMs = 2000

/** Shows how things stand that nobody has to count. */
export function watch(watched: Watched, settings: AuthSettings, instruments: Instruments): void {
  const { gauge } = instruments
  const { clock, mailIsUp, outbox, pool } = watched
  gauge(definitions.mailUp, () => one(mailIsUp() ? 1 : 0))
  const facts = () => keyFacts(watched, settings)
  gauge(definitions.signingKeys, () =>
    Array.from(facts().states, ([state, value]) => ({ labels: { state }, value })),
  )
  gauge(definitions.keyActiveFrom, () => one(facts().activeFrom))
  gauge(definitions.keyRotationDue, () => one(facts().rotationDue))
  const read = memoizeBriefly(() => outbox().catch(() => undefined), backlogAgeMs)
  const backlog = () => pTimeout(read(), { milliseconds: backlogTimeoutMs, message: false })
  gauge(definitions.outboxWaiting, async () => one((await backlog())?.waiting))
  gauge(definitions.outboxOldest, async () => {
    const now = await backlog()
    return one(now && ageOf(now.oldest, clock.now()))
  })
  watchBulkheads(watched.bulkheads, instruments)
  gauge(definitions.databaseConnections, () => {
    const use = pool?.()
    return use ? poolStates.map((state) => ({ labels: { state }, value: use[state] })) : []
  })
}

function watchBulkheads(bulkheads: Watched['bulkheads'], { gauge }: Instruments): void {
  const all = () => Object.entries(bulkheads?.() ?? {})
  gauge(definitions.credentialRequests, () =>
    all().flatMap(([lane, { underWay, waiting }]) => [
      { labels: { lane, state: 'under_way' }, value: underWay },
      { labels: { lane, state: 'waiting' }, value: waiting },
    ]),
  )
  gauge(definitions.credentialCircuit, () =>
    all().map(([lane, { isOpen }]) => ({ labels: { lane }, value: isOpen ? 1 : 0 })),
  )
}

const poolStates = ['used', 'idle', 'waiting', 'most'] as const

/** What nobody knows is left out: a zero would be a lie. */
function one(value: number | undefined): readonly Sample<never>[] {
  return value === undefined ? [] : [{ labels: {}, value }]
}

/** In seconds; of nothing it is 0. */
function ageOf(moment: Date | null, now: Date): number {
  return moment === null ? 0 : Math.max(0, (now.getTime() - moment.getTime()) / 1000)
}
