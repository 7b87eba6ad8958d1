import type { Auth, AuthSettings } from '@gatehouse/auth-core'
import type { CredentialStore, Mailer, RateLimiter, Store } from '@gatehouse/auth-core/ports'
import type { JobObserver } from '@gatehouse/embed/parts'
import type { ProblemCode } from '@gatehouse/http-api'
import { createInstruments } from '@gatehouse/prometheus'
import type { TerminalObserver } from '@gatehouse/proxy'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { version } from '../runtime/version.ts'
import { definitions } from './definitions.ts'
import {
  type GaugeSources,
  registerGauges,
  registerServerGauges,
  type ServerGaugeSources,
} from './gauges.ts'
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

/** All counters and measurements of one process. */
export interface Metrics {
  /** The registry, read here or by the first of several processes (`AggregatorRegistry`). */
  readonly registry: Registry
  /** Counts plain requests, proxied or not. */
  readonly exchanges: ExchangeObserver
  /** Counts terminals that are opened, closed or refused. */
  readonly terminals: TerminalObserver
  /** Counts rounds of the background jobs, and mails. */
  readonly jobs: JobObserver
  /** Counts a connection whose bytes were not a request, by the code of the answer. */
  readonly connectionRefused: (code: ProblemCode) => void
  /** Wraps its argument with measurements, as the following ones do. Call it once. */
  readonly auth: (auth: Auth) => Auth
  /** Counts refusals of the password queues, and measures how long work waits in them. */
  readonly admission: ReturnType<typeof observeAdmission>
  /** Wraps the store. Call it once. */
  readonly store: (store: Store) => Store
  /** Wraps the credential store. Call it once. */
  readonly credentialStore: (store: CredentialStore) => CredentialStore
  /** Wraps the rate limiter. Call it once. */
  readonly rateLimiter: (limiter: RateLimiter) => RateLimiter
  /** Wraps the mailer. Call it once. */
  readonly mailer: (mailer: Mailer) => Mailer
  /** Sets the sources that are read at each scrape. Call it once. */
  readonly watch: (sources: GaugeSources) => void
  /** Sets the HTTP server's values that are read at each scrape. Call it once. */
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
  const build = { version, node: process.version, edition }
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
