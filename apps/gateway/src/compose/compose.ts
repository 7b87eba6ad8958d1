/** The composition root: the only file that knows both the ports and the adapters. */
import { mkdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createAuth, type Ports, propagationLeft } from '@gatehouse/auth-core'
import {
  createNodeSecrets,
  createPasswordBlocklist,
  createSealer,
  createSystemClock,
  domainToAscii,
  isKnownSecret,
} from '@gatehouse/crypto'
import { createJwtTokenSigner } from '@gatehouse/jwt'
import { createOpenidClientOidcProvider, type DiscoveringOidcProvider } from '@gatehouse/oidc'
import { createSmtpMailer, type SmtpMailer } from '@gatehouse/smtp'
import {
  checkSealingKey,
  createSqlStore,
  type Database,
  fillApiKeyHashes,
  readOutboxBacklog,
} from '@gatehouse/sql'
import type { Logger } from 'pino'
import type { SharedLimits } from '../cluster/shared-with-others.ts'
import { createRequestLog } from '../edge/request-log.ts'
import { createGateway, type Gateway } from '../gateway.ts'
import { createMailHealth } from '../jobs/mail-health.ts'
import { recover } from '../jobs/recover.ts'
import { createMetrics } from '../metrics/create-metrics.ts'
import type { Watched } from '../metrics/watch.ts'
import { loadPages, type Pages } from '../pages/load-pages.ts'
import { readSettings, type SettingsReading } from '../settings/read-settings.ts'
import type { Settings } from '../settings/settings.ts'
import { labelOfIssuer } from './label-of-issuer.ts'
import { loadMasterKeys, type MasterKeys } from './master-keys.ts'
import { openCredentialStore } from './open-credential-store.ts'
import { nameOfDatabase, openMigratedDatabase } from './open-database.ts'
import { openKeyRing } from './open-key-ring.ts'

/**
 * Opens everything the settings name, brings the database up to date, clears up after a crash, and
 * puts the gateway together. It does not listen yet.
 *
 * @param shared What it shares with gateways in other processes.
 * @throws {Error} When something cannot be opened, saying what.
 */
export async function compose(
  settings: Settings,
  log: Logger,
  shared?: SharedLimits,
): Promise<Gateway> {
  const pages = openPages(settings)
  const metrics = createMetrics(settings)
  const masterKeys = await readMasterKeys(settings)
  const records = await explained(
    `the database, ${nameOfDatabase(settings.database)}, cannot be used`,
    () => openMigratedDatabase(settings, log),
  )
  const mailer = openMailer(settings)
  const oidcProviders = openProviders(settings)
  const mailHealth = createMailHealth(mailer)
  const clock = createSystemClock()
  const sealer = createSealer(masterKeys)
  await explained(wrongMasterKey, () => checkSealingKey(records.database, { sealer }))
  const opened = openCredentialStore(settings, { ...records, sealer, clock, log })
  const base = {
    clock,
    secrets: createNodeSecrets(masterKeys),
    store: metrics.store(createSqlStore(records.database, { sealer })),
    credentialStore: metrics.credentialStore(opened.credentialStore),
  }
  const keyRing = openKeyRing(settings.keys, settings.auth, base)
  const ports: Ports = {
    ...base,
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
  // Another process may be in the midst of what would look unfinished.
  if (records.isAlone) await clearUp(ports, log)
  await explained('the signing keys cannot be read', () => keyRing.reload())
  // A rotation that fell due while nothing ran is over before anybody can ask for a token.
  await ports.sleep(propagationLeft({ keys: keyRing.current(), now: clock.now() }))

  metrics.watch({ ...watchedOf(ports, records.database), bulkheads: opened.bulkheads })
  return createGateway({
    settings,
    log,
    requestLog: createRequestLog(settings.log.level),
    ports,
    auth: metrics.auth(createAuth(ports, settings.auth)),
    mailer: metrics.mailer(mailer),
    metrics,
    shared,
    mailHealth,
    keyRing,
    ...(pages && { pages }),
    sealer,
    sealsWith: sealer.keyId,
    providers: Array.from(oidcProviders, ([name, { refresh }]) => ({ name, refresh })),
    purgeCredentialStore: opened.purgeCredentialStore,
    async fillApiKeyHashes() {
      const filled = await fillApiKeyHashes(records.database, { sealer })
      if (filled > 0) log.info({ filled }, 'API keys of an older release can be found now')
    },
    async closeAdapters() {
      await mailer.close()
      await records.close()
    },
  })
}

async function clearUp(ports: Ports, log: Logger): Promise<void> {
  const { signUpsUndone: sign_ups_undone, resetsSettled: resets_settled } = await recover(ports)
  if (sign_ups_undone === undefined) log.warn('unfinished sign-ups are undone later')
  if ((sign_ups_undone ?? 0) + resets_settled > 0) {
    log.warn({ sign_ups_undone, resets_settled }, 'cleared up')
  }
}

function watchedOf({ clock, keyRing, mailIsUp }: Ports, database: Database): Watched {
  const outbox = () => readOutboxBacklog(database)
  return { clock, keyRing, mailIsUp, outbox, pool: database.poolUse }
}

/** Reads the settings; `JWT_SECRET` is held against the shipped list of published secrets. */
export function readGatewaySettings(environment: NodeJS.ProcessEnv): SettingsReading {
  return readSettings(environment, { isKnownSecret })
}

const wrongMasterKey =
  'the database was sealed with another MASTER_KEY, which MASTER_KEY_PREVIOUS does not name either'

function readMasterKeys({ keys }: Settings): Promise<MasterKeys> {
  return explained(`DATA_DIR, ${keys.dataDir}, cannot be used`, async () => {
    await mkdir(keys.dataDir, { recursive: true, mode: 0o700 })
    return loadMasterKeys(keys)
  })
}

/** Says in the operator's words what a failure is about. */
async function explained<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw new Error(what, { cause: error })
  }
}

function openMailer({ mail }: Settings): SmtpMailer {
  const { url, from, verifyEmailUrl, resetPasswordUrl } = mail
  return createSmtpMailer({
    url,
    from,
    links: {
      // In the fragment no server and no link scanner sees the token.
      verifyEmail: (token) => `${verifyEmailUrl}#token=${token}`,
      resetPassword: (token) => `${resetPasswordUrl}#token=${token}`,
    },
  })
}

function openPages({ auth, edition, http, oidc, pages }: Settings): Pages | undefined {
  if (!pages.on) return undefined
  return loadPages({
    pages,
    publicBaseUrl: http.publicBaseUrl,
    edition,
    maxSessionSeconds: auth.maxSessionSeconds,
    providers: oidc.providers.map(({ name, issuer }) => ({
      name: labelOfIssuer(issuer),
      url: `/api/auth/oidc/${name}`,
    })),
  })
}

/** They are asked about themselves later: one that is down holds up nobody else. */
function openProviders({ oidc }: Settings): ReadonlyMap<string, DiscoveringOidcProvider> {
  const { providers, redirectBaseUrl, allowHttp } = oidc
  return new Map(
    providers.map(({ name, ...provider }) => {
      const redirectUri = `${redirectBaseUrl}/api/auth/oidc/${name}/callback`
      const now = () => new Date()
      return [
        name,
        createOpenidClientOidcProvider({ ...provider, redirectUri, allowHttp, now }),
      ] as const
    }),
  )
}
