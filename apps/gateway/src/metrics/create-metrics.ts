import { readFileSync } from 'node:fs'
import type { Auth, AuthSettings } from '@gatehouse/auth-core'
import type { CredentialStore, Mailer, RateLimiter, Store } from '@gatehouse/auth-core/ports'
import type { TerminalObserver } from '@gatehouse/proxy'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { JobObserver } from '../jobs/run-jobs.ts'
import type { ProblemCode } from '../problems/problems.ts'
import { definitions } from './definitions.ts'
import {
  type GaugeSources,
  registerGauges,
  registerServerGauges,
  type ServerGaugeSources,
} from './gauges.ts'
import { createInstruments } from './instruments.ts'
import { observeAdmission } from './observe-admission.ts'
import { observeAuth } from './observe-auth.ts'
import { observeCredentialStore } from './observe-credential-store.ts'
import { type ExchangeObserver, observeExchanges } from './observe-exchanges.ts'
import { observeJobs } from './observe-jobs.ts'
import { observeMailer } from './observe-mailer.ts'
import { observeRateLimiter } from './observe-rate-limiter.ts'
import { observeStore } from './observe-store.ts'
import { observeTerminals } from './observe-terminals.ts'

/** All metrics of a process at a moment, as prom-client writes them in JSON. */
export type MetricsSnapshot = readonly MetricSnapshot[]

interface MetricSnapshot {
  readonly name: string
  readonly type: unknown
}

/** Everything that is counted and measured in one process. */
export interface Metrics {
  /** To be read, here or, by prom-client's `AggregatorRegistry`, by the first of several processes. */
  readonly registry: Registry
  /** Is told of plain requests, proxied or not. */
  readonly exchanges: ExchangeObserver
  /** Is told of terminals that open, close or are refused. */
  readonly terminals: TerminalObserver
  /** Is told of rounds of the background jobs and of mails. */
  readonly jobs: JobObserver
  /** Counts a connection that never became a request, by what it was answered. */
  readonly connectionRefused: (code: ProblemCode) => void
  /** Each of these gives back the same thing, measured. Called once. */
  readonly auth: (auth: Auth) => Auth
  /** Takes what the queues of passwords refuse, and how long work waits in them. */
  readonly admission: ReturnType<typeof observeAdmission>
  /** As `auth`. */
  readonly store: (store: Store) => Store
  /** As `auth`. */
  readonly credentialStore: (store: CredentialStore) => CredentialStore
  /** As `auth`. */
  readonly rateLimiter: (limiter: RateLimiter) => RateLimiter
  /** As `auth`. */
  readonly mailer: (mailer: Mailer) => Mailer
  /** Says what is asked at each scrape. Called once. */
  readonly watch: (sources: GaugeSources) => void
  /** Says what the HTTP server is asked at each scrape. Called once. */
  readonly watchServer: (sources: ServerGaugeSources) => void
}

/** Makes a registry with every metric of this process, and the observers that count for it. */
export function createMetrics({
  auth: settings,
  edition,
}: {
  readonly auth: AuthSettings
  readonly edition: string
}): Metrics {
  const registry = new Registry()
  const instruments = createInstruments(registry)
  collectDefaultMetrics({ register: registry })
  const build = { version: versionOfGatehouse(), node: process.version, edition }
  instruments.gauge(definitions.build, () => [{ labels: build, value: 1 }])
  const refused = instruments.counts(definitions.connectionsRefused)
  return {
    registry,
    exchanges: observeExchanges(instruments),
    terminals: observeTerminals(instruments),
    jobs: observeJobs(instruments),
    connectionRefused: (code) => {
      refused.at({ code }).value += 1
    },
    auth: (auth) => observeAuth(auth, instruments),
    admission: observeAdmission(instruments),
    store: (store) => observeStore(store, instruments),
    credentialStore: (store) => observeCredentialStore(store, instruments),
    rateLimiter: (limiter) => observeRateLimiter(limiter, settings.limits, instruments),
    mailer: (mailer) => observeMailer(mailer, instruments),
    watch: (sources) => registerGauges(sources, settings, instruments),
    watchServer: (sources) => registerServerGauges(sources, instruments),
  }
}

function versionOfGatehouse(): string {
  const file = new URL('../../package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }
  return version
}
