/**
 * The composition root: builds a gateway from its parts. The files beside it open one part each; no other
 * folder of the gateway knows both the ports and their adapters. The core is put on its ports by
 * `@gatehouse/embed`, as in any other host.
 */

import { PortError } from '@gatehouse/auth-core'
import { createSystemClock } from '@gatehouse/crypto'
import { composeGatehouse, explained } from '@gatehouse/embed/parts'
import { openSqlRecords, type SqlRecords } from '@gatehouse/embed/sql'
import type { SharedTerminalSlots } from '@gatehouse/proxy'
import type { Settings } from '@gatehouse/settings'
import { preferredLanguage } from '@gatehouse/smtp'
import { readAuditBacklog, readOutboxBacklog } from '@gatehouse/sql'
import type { Logger } from 'pino'
import { createRequestLog } from '../edge/request-log.ts'
import { createGateway, type Gateway } from '../gateway.ts'
import { createMetrics } from '../metrics/create-metrics.ts'
import { loadMasterKeys, sealedOtherwise } from './master-keys.ts'
import { openCredentialStore } from './open-credential-store.ts'
import { isSealed, nameOfDatabase, openMigratedDatabase } from './open-database.ts'
import { openEdges } from './open-edges.ts'
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
  const records = await openRecords(settings, log)
  const clock = createSystemClock()
  const parts = { ...records, clock, log }
  const credentials = await openCredentialStore(settings.credentialStore, parts)
  const mailer = openMailer(settings, log)
  const providers = await openProviders(settings.oidc)
  const core = await composeGatehouse(
    { clock, log, records, credentials, mailer, providers },
    {
      settings: settings.auth,
      observe: metrics,
      openKeyRing: (ports) => openKeyRing(settings.keys, settings.auth, ports),
      loginsPerNetwork: settings.loginsPerNetwork,
    },
  )
  const edges = openEdges(settings, core, log)
  metrics.watch({
    ...core.ports,
    audit: () => readAuditBacklog(records.database),
    outbox: () => readOutboxBacklog(records.database),
    pool: records.database.poolUse,
    bulkheads: credentials.bulkheads,
    clockSkew: core.clockWatch.skewSeconds,
    edges: edges.freshUntil,
  })
  return createGateway({
    ...core,
    startWork: (terminals) => core.startWork(terminals, edges.jobs),
    settings,
    log,
    requestLog: createRequestLog(settings.log),
    metrics,
    terminalSlots,
    languageOf: preferredLanguage,
    ...(pages && { pages }),
    sealer: records.sealer,
  })
}

/** The records, with this release's tables and sealed with the master key of the settings. */
async function openRecords({ database, keys }: Settings, log: Logger): Promise<SqlRecords> {
  const cannotBeUsed = `the database, ${nameOfDatabase(database)}, cannot be used`
  const sealed = () => explained(cannotBeUsed, () => isSealed(database))
  const masterKeys = await loadMasterKeys(keys, sealed)
  const handle = await explained(cannotBeUsed, () => openMigratedDatabase(database, log))
  try {
    return await openSqlRecords(handle, masterKeys, log)
  } catch (error) {
    const isOtherKey = error instanceof PortError && error.failure === 'corrupt'
    throw new Error(isOtherKey ? `the database ${sealedOtherwise}` : cannotBeUsed, { cause: error })
  }
}
