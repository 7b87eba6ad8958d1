/**
 * The composition root: builds a gateway from its parts. The files beside it open one part each; no other
 * folder of the gateway knows both the ports and their adapters.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createAuth,
  createLiveEndings,
  type LiveEndings,
  type LiveKeyRing,
} from '@gatehouse/auth-core'
import { propagationLeft } from '@gatehouse/auth-core/operator'
import type { Clock, Ports } from '@gatehouse/auth-core/ports'
import {
  createNodeSecrets,
  createPasswordBlocklist,
  createSealer,
  createSystemClock,
  domainToAscii,
  type Sealer,
} from '@gatehouse/crypto'
import { createJwtTokenSigner } from '@gatehouse/jwt'
import {
  createFreshTokenState,
  type FreshTokenState,
  type SharedTerminalSlots,
} from '@gatehouse/proxy'
import type { Settings } from '@gatehouse/settings'
import { preferredLanguage } from '@gatehouse/smtp'
import {
  checkSealingKey,
  createSqlStore,
  type Database,
  fillApiKeyHashes,
  readAuditBacklog,
  readClockSkew,
  readOutboxBacklog,
} from '@gatehouse/sql'
import type { Logger } from 'pino'
import { createRequestLog } from '../edge/request-log.ts'
import { createGateway, type Gateway } from '../gateway.ts'
import { type ClockWatch, createClockWatch } from '../jobs/clock-watch.ts'
import { createMailHealth } from '../jobs/mail-health.ts'
import { recover } from '../jobs/recover.ts'
import { reportSigning } from '../jobs/report-signing.ts'
import { createMetrics } from '../metrics/create-metrics.ts'
import type { GaugeSources } from '../metrics/gauges.ts'
import { explained } from './explained.ts'
import { loadMasterKeys, type MasterKeys, sealedOtherwise } from './master-keys.ts'
import { openAdmission } from './open-admission.ts'
import { openCredentialStore } from './open-credential-store.ts'
import {
  assertNotMoving,
  type DatabaseHandle,
  isSealed,
  nameOfDatabase,
  openMigratedDatabase,
} from './open-database.ts'
import { openKeyRing } from './open-key-ring.ts'
import { openMailer } from './open-mailer.ts'
import { openPages } from './open-pages.ts'
import { openProviders } from './open-providers.ts'

/**
 * Opens everything that the settings name, brings the database up to date, clears up after a crash, and puts
 * the gateway together. It does not listen yet.
 *
 * @param terminalSlots The slots that it shares with other processes.
 * @throws {Error} Naming the part that cannot be opened.
 */
export async function compose(
  settings: Settings,
  log: Logger,
  terminalSlots?: SharedTerminalSlots,
): Promise<Gateway> {
  const pages = openPages(settings)
  const metrics = createMetrics(settings)
  const masterKeys = await loadKeys(settings)
  const sealer = createSealer(masterKeys)
  const records = await openRecords(settings, sealer, log)
  const mailer = openMailer(settings, log)
  const oidcProviders = openProviders(settings.oidc)
  const mailHealth = createMailHealth(mailer)
  const clock = createSystemClock()
  const opened = openCredentialStore(settings.credentialStore, { ...records, sealer, clock, log })
  const base = {
    clock,
    secrets: createNodeSecrets(masterKeys),
    store: metrics.store(createSqlStore(records.database, { sealer })),
    credentialStore: metrics.credentialStore(opened.credentialStore),
  }
  const vital = { ...base, store: createSqlStore(records.vital, { sealer }) }
  const { keyRing, endings, whenFresh } = openTokenState(settings, vital, log)
  const ports: Ports = {
    ...base,
    endings,
    admission: openAdmission(settings, opened.concurrency, metrics.admission),
    oidcProviders,
    rateLimiter: metrics.rateLimiter(records.rateLimiter),
    keyRing,
    tokenSigner: createJwtTokenSigner(),
    passwordBlocklist: createPasswordBlocklist(),
    mailIsUp: () => mailHealth.isUp(),
    sleep: (milliseconds) => sleep(milliseconds),
    replicaId: base.secrets.id(),
    domainToAscii,
  }
  const clockWatch = watchClock(records, clock, log)
  // Otherwise another process may still be working on what looks unfinished.
  if (records.isAlone) await clearUp(ports, log)
  await loadTokenState(ports, keyRing, endings)
  await assertNotMoving(records.database)

  const { bulkheads } = opened
  const { skewSeconds: clockSkew } = clockWatch
  metrics.watch({ ...gaugeSourcesOf(ports, records.database), bulkheads, clockSkew })
  return createGateway({
    settings,
    log,
    requestLog: createRequestLog(settings.log),
    ports,
    auth: metrics.auth(createAuth(ports, settings.auth)),
    mailer: metrics.mailer(mailer),
    metrics,
    terminalSlots,
    mailHealth,
    languageOf: preferredLanguage,
    clockWatch,
    keyRing,
    endings,
    whenFresh,
    vitalStore: vital.store,
    ...(pages && { pages }),
    sealer,
    sealsWith: sealer.keyId,
    providers: Array.from(oidcProviders, ([name, { refresh }]) => ({ name, refresh })),
    purgeCredentialStore: opened.purgeCredentialStore,
    fillApiKeyHashes: () => fillHashes(records.database, { sealer, log }),
    closeAdapters: () => mailer.close().then(() => records.close()),
  })
}

function loadKeys({ database, keys }: Settings): Promise<MasterKeys> {
  const cannotBeUsed = `the database, ${nameOfDatabase(database)}, cannot be used`
  return loadMasterKeys(keys, () => explained(cannotBeUsed, () => isSealed(database)))
}

/** The records, with this release's tables and sealed with this key. */
async function openRecords(
  { database: settings }: Settings,
  sealer: Sealer,
  log: Logger,
): Promise<DatabaseHandle> {
  const cannotBeUsed = `the database, ${nameOfDatabase(settings)}, cannot be used`
  const records = await explained(cannotBeUsed, () => openMigratedDatabase(settings, log))
  const check = () => checkSealingKey(records.database, { sealer })
  if (!(await explained(cannotBeUsed, check))) throw new Error(`the database ${sealedOtherwise}`)
  return records
}

/** What tokens are checked by: it logs when it cannot sign, and knows how old it is. */
function openTokenState(
  { auth, keys }: Settings,
  base: Pick<Ports, 'clock' | 'secrets' | 'store'>,
  log: Logger,
): FreshTokenState {
  const keyRing = reportSigning(openKeyRing(keys, auth, base), { clock: base.clock, log })
  return createFreshTokenState({ keyRing, endings: createLiveEndings(base) }, () =>
    performance.now(),
  )
}

function watchClock({ vital }: DatabaseHandle, clock: Clock, log: Logger): ClockWatch {
  const readSkew = () => readClockSkew(vital, () => clock.now().getTime())
  return createClockWatch({ readSkew, log })
}

async function fillHashes(
  database: Database,
  { sealer, log }: { readonly sealer: Sealer; readonly log: Logger },
): Promise<void> {
  const filled = await fillApiKeyHashes(database, { sealer })
  if (filled > 0) log.info({ filled }, 'API keys of an older release can be found now')
}

/** What tokens are checked by, before the first is shown. */
async function loadTokenState(
  { clock, sleep: pause }: Ports,
  keyRing: LiveKeyRing,
  endings: LiveEndings,
): Promise<void> {
  await explained('the signing keys cannot be read', () => keyRing.reload())
  await explained('what has ended cannot be read', () => endings.reload())
  // A rotation that became due while no process ran takes effect before the first token is issued.
  await pause(propagationLeft({ keys: keyRing.current(), now: clock.now() }))
}

async function clearUp(ports: Ports, log: Logger): Promise<void> {
  const { signUpsUndone: sign_ups_undone, resetsSettled: resets_settled } = await recover(ports)
  if (sign_ups_undone === undefined) log.warn('unfinished sign-ups are undone later')
  if ((sign_ups_undone ?? 0) + resets_settled > 0) {
    log.warn({ sign_ups_undone, resets_settled }, 'cleared up')
  }
}

function gaugeSourcesOf(
  { admission, clock, keyRing, mailIsUp }: Ports,
  database: Database,
): Omit<GaugeSources, 'clockSkew'> {
  const outbox = () => readOutboxBacklog(database)
  const audit = () => readAuditBacklog(database)
  return { admission, audit, clock, keyRing, mailIsUp, outbox, pool: database.poolUse }
}
