import {
  type Auth,
  createAuth,
  createLiveEndings,
  createLiveKeyRing,
  type Job,
} from '@gatehouse/auth-core'
import { propagationLeft } from '@gatehouse/auth-core/operator'
import type { Mailer, Ports, Store } from '@gatehouse/auth-core/ports'
import { announceEvents } from './announce-events.ts'
import { type ClockWatch, createClockWatch } from './clock-watch.ts'
import type { CompositionOptions, GatehouseParts } from './composition-options.ts'
import { createPorts, observed } from './create-ports.ts'
import { explained } from './explained.ts'
import { createFreshTokenState, type FreshTokenState } from './fresh-token-state.ts'
import { createMailHealth, type MailHealth } from './mail-health.ts'
import { recover } from './recover.ts'
import { reportSigning } from './report-signing.ts'
import type { RunningJobs } from './run-jobs.ts'
import { startWork } from './start-work.ts'
import type { WorkLog } from './work-log.ts'

/** The core on its ports, with what has to be done for it. */
export interface Composition extends FreshTokenState {
  /** The use cases. */
  readonly auth: Auth
  /** The ports that they work through. */
  readonly ports: Ports
  /** Hands mails over, measured. */
  readonly mailer: Mailer
  /** Knows whether mails can be sent. */
  readonly mailHealth: MailHealth
  /** Compares this machine's clock with the records'. */
  readonly clockWatch: ClockWatch
  /** See `OpenRecords.vitalStore`. */
  readonly vitalStore: Store
  /**
   * Starts the jobs.
   *
   * @param terminals The number of terminals that are open now.
   * @param jobs Those of the host, besides.
   */
  startWork(terminals?: () => number, jobs?: readonly Job[]): RunningJobs
  /** Closes the adapters, when all work has ended. */
  close(): Promise<void>
}

/**
 * Connects the core with its adapters, clears up after a crash, and loads what tokens are checked by. No job runs
 * yet.
 *
 * @throws {TypeError} When a setting is missing or has a wrong type.
 * @throws {Error} Naming what cannot be read.
 */
export async function composeGatehouse(
  parts: GatehouseParts,
  options: CompositionOptions,
): Promise<Composition> {
  const { credentials, log, providers, records } = parts
  const { observe = {}, settings } = options
  const mailHealth = createMailHealth(parts.mailer)
  const tokenState = openTokenState(parts, options)
  const ports = createPorts({ ...parts, tokenState, mailHealth }, options)
  const auth = observed(createAuth(ports, settings), observe.auth)
  // Otherwise another process may still be working on what looks unfinished.
  if (records.isAlone) await clearUp(ports, log)
  await loadTokenState(ports, tokenState)
  await records.assertUsable()
  const { vitalStore } = records
  const clockWatch = createClockWatch({ readSkew: () => records.readSkew(), log })
  // Before it is asked whether it is ready.
  await explained('the clock of the records cannot be read', () => clockWatch.check())
  const mailer = observed<Mailer>(parts.mailer, observe.mailer)
  const kept = { ...tokenState, mailer, mailHealth, clockWatch, vitalStore }
  return {
    ...kept,
    auth,
    ports,
    startWork: (terminals = () => 0, jobs = []) =>
      startWork({
        ...kept,
        ...{ ports, log, settings, terminals, jobs, sealsWith: records.sealsWith },
        providers: refreshable(providers),
        observer: observe.jobs,
        purgeCredentialStore: () => credentials.purgeCredentialStore(),
        fillApiKeyHashes: () => records.fillApiKeyHashes(),
      }),
    async close() {
      try {
        await parts.mailer.close?.()
      } finally {
        await records.close()
      }
    },
  }
}

/** What tokens are checked by: it logs when it cannot sign, and knows how old it is. */
function openTokenState(
  { clock, log, records }: GatehouseParts,
  { onEvent, openKeyRing, settings }: CompositionOptions,
): FreshTokenState {
  const store = announceEvents(records.vitalStore, { onEvent, log })
  const base = { clock, secrets: records.secrets, store }
  const ring = openKeyRing ? openKeyRing(base) : createLiveKeyRing(base, settings)
  const keyRing = reportSigning(ring, { clock, log })
  return createFreshTokenState({ keyRing, endings: createLiveEndings(base) }, () =>
    performance.now(),
  )
}

/** What tokens are checked by, before the first is shown. */
async function loadTokenState(
  { clock, sleep: pause }: Ports,
  { keyRing, endings }: FreshTokenState,
): Promise<void> {
  await explained('the signing keys cannot be read', () => keyRing.reload())
  await explained('what has ended cannot be read', () => endings.reload())
  // A rotation that became due while no process ran takes effect before the first token is issued.
  await pause(propagationLeft({ keys: keyRing.current(), now: clock.now() }))
}

async function clearUp(ports: Ports, log: WorkLog): Promise<void> {
  const { signUpsUndone: sign_ups_undone, resetsSettled: resets_settled } = await recover(ports)
  if (sign_ups_undone === undefined) log.warn({}, 'unfinished sign-ups are undone later')
  if ((sign_ups_undone ?? 0) + resets_settled > 0) {
    log.warn({ sign_ups_undone, resets_settled }, 'cleared up')
  }
}

/** Those that have cached data. */
function refreshable(providers: GatehouseParts['providers']) {
  return Array.from(providers).flatMap(([name, provider]) => {
    const { refresh } = provider
    return refresh ? [{ name, refresh: () => refresh.call(provider) }] : []
  })
}
