import type { AuthSettings } from '@gatehouse/auth-core'
import type { Clock, KeyRingSource, PasswordAdmission } from '@gatehouse/auth-core/ports'
import type { Instruments, Sample } from '@gatehouse/prometheus'
import pTimeout from 'p-timeout'
import { memoizeBriefly } from '../lib/memoize-briefly.ts'
import { definitions } from './definitions.ts'
import { keyFacts } from './key-facts.ts'

/** The numbers of a pool, and the label of each. `waiting` counts transactions without a connection. */
const poolStates = [
  ['used', 'used'],
  ['idle', 'idle'],
  ['waiting', 'waiting'],
  ['max', 'most'],
] as const

/** The sources that are read whenever the metrics are. */
export interface GaugeSources {
  /** The load of the password queues. */
  readonly admission: PasswordAdmission
  /** The signing keys, for the age of the current one. */
  readonly keyRing: KeyRingSource
  /** The clock for ages. */
  readonly clock: Clock
  /** Seconds by which this machine's clock is ahead of the database's. */
  readonly clockSkew: () => number
  /** Until when each edge goes by what it was told here; none where there are no edges. */
  readonly edges: () => readonly (Date | null)[]
  /** Whether the mail server answered the last probe. */
  readonly mailIsUp: () => boolean
  /** The mails that wait in the outbox, of all replicas together. */
  readonly outbox: () => Promise<{ readonly waiting: number; readonly oldest: Date | null }>
  /** The entries that wait for the chain of the audit log. */
  readonly audit: () => Promise<{ readonly waiting: number }>
  /** Of a database server; none with SQLite. */
  readonly pool?: (() => Readonly<Record<(typeof poolStates)[number][0], number>>) | undefined
  /** How busy each way to the credential store is, by its name; none with one in the database. */
  readonly bulkheads?: (() => Readonly<Record<string, BulkheadUse>>) | undefined
}

interface BulkheadUse {
  readonly underWay: number
  readonly waiting: number
  /** Whether no requests are sent because the store counts as down. */
  readonly isOpen: boolean
}

/** The values that the HTTP server knows. */
export interface ServerGaugeSources {
  /** How many terminals are open in this process. */
  readonly terminals: () => number
  /** How many TCP connections are open in this process. */
  readonly connections: () => Promise<number>
}

/** Registers the gauges of the HTTP server. */
export function registerServerGauges(
  { terminals, connections }: ServerGaugeSources,
  { gauge }: Instruments,
): void {
  gauge(definitions.terminals, () => one(terminals()))
  gauge(definitions.connections, async () => one(await connections()))
}

/** Milliseconds between queries to the database, however often metrics are read. */
const backlogAgeMs = 5000

/** Milliseconds that a scrape waits for it. */
const backlogTimeoutMs = 2000

/** Registers the gauges, which need no counting. */
export function registerGauges(
  sources: GaugeSources,
  settings: AuthSettings,
  instruments: Instruments,
): void {
  const { gauge } = instruments
  const { clock, mailIsUp, outbox, pool } = sources
  gauge(definitions.clockSkew, () => one(sources.clockSkew()))
  gauge(definitions.mailUp, () => one(mailIsUp() ? 1 : 0))
  const facts = () => keyFacts(sources, settings)
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
  const audit = memoizeBriefly(() => sources.audit().catch(() => undefined), backlogAgeMs)
  gauge(definitions.auditWaiting, async () => {
    const now = await pTimeout(audit(), { milliseconds: backlogTimeoutMs, message: false })
    return one(now?.waiting)
  })
  gauge(definitions.admissionWaiting, () =>
    (['check', 'set'] as const).flatMap((kind) => {
      const { underWay, waiting } = sources.admission[kind].use()
      return [
        { labels: { kind, state: 'under_way' }, value: underWay },
        { labels: { kind, state: 'waiting' }, value: waiting },
      ]
    }),
  )
  gauge(definitions.edgeFresh, () =>
    sources.edges().map((until, index) => {
      const seconds = until === null ? 0 : (until.getTime() - clock.now().getTime()) / 1000
      return { labels: { edge: String(index + 1) }, value: Math.max(0, seconds) }
    }),
  )
  registerBulkheadGauges(sources.bulkheads, instruments)
  gauge(definitions.databaseConnections, () => {
    const use = pool?.()
    if (!use) return []
    return poolStates.map(([number, state]) => ({ labels: { state }, value: use[number] }))
  })
}

function registerBulkheadGauges(
  bulkheads: GaugeSources['bulkheads'],
  { gauge }: Instruments,
): void {
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

/** A sample, or none for an unknown value, which must not show as zero. */
function one(value: number | undefined): readonly Sample<never>[] {
  return value === undefined ? [] : [{ labels: {}, value }]
}

/** An age in seconds; 0 without a moment. */
function ageOf(moment: Date | null, now: Date): number {
  return moment === null ? 0 : Math.max(0, (now.getTime() - moment.getTime()) / 1000)
}
