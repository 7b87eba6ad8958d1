import type { Auth } from '@gatehouse/auth-core'
import type { Clock } from '@gatehouse/auth-core/ports'
import { createSystemClock } from '@gatehouse/crypto'
import type { Api } from '@gatehouse/http-api'
import pTimeout from 'p-timeout'
import { checkOptions } from './check-options.ts'
import { createErrorLog } from './error-log.ts'
import { mergeSettings } from './merge-settings.ts'
import { checkHttpOptions, mountRoutes } from './mount-routes.ts'
import { type GatehouseOptions, isCredentialStore, isMailer } from './options.ts'
import type { OpenCredentials, OpenRecords, Tools } from './parts/adapters.ts'
import { type Composition, composeGatehouse } from './parts/compose-gatehouse.ts'
import type { RunningJobs } from './parts/run-jobs.ts'
import type { WorkLog } from './parts/work-log.ts'

/**
 * Gatehouse in this process, open and at work, with the routes of its API: `node`, `fetch`, `requireAuth`,
 * `claimsOf` and `requester`.
 */
export interface Gatehouse extends Api {
  /** The use cases. */
  readonly auth: Auth
  /** The time that tokens and sessions go by. */
  readonly clock: Clock
  /**
   * To be awaited before tokens are checked, which the routes and `requireAuth` do: after a pause of the process it reads anew which keys
   * and sessions are good. Does not reject.
   */
  readonly whenFresh: () => Promise<void> | undefined
  /**
   * Ends the jobs, and then closes everything. A mail under way may take ten seconds. Call it when the server has
   * closed; a second call waits for the first. Does not reject.
   */
  close(): Promise<void>
}

/** Milliseconds for jobs under way. */
const patienceMs = 10_000

/** Milliseconds for what should take no time. */
const lastMs = 1000

/**
 * Opens everything, brings the tables up to date, clears up after a crash, and runs the jobs until `close`. One for
 * each process.
 *
 * @throws {TypeError} Naming the part or the setting that is missing, unknown or wrong. Nothing is open then.
 * @throws {Error} Naming what cannot be opened. What was opened is closed again.
 */
export async function openGatehouse(options: GatehouseOptions): Promise<Gatehouse> {
  checkParts(options)
  const settings = mergeSettings(options.settings)
  const log = createErrorLog(options.onError)
  const tools: Tools = { clock: createSystemClock(), log }
  const providers = new Map(Object.entries(options.providers ?? {}))
  const mailer = isMailer(options.mailer) ? options.mailer : options.mailer.open(tools)
  let records: OpenRecords | undefined
  try {
    records = await options.records.open(tools)
    const credentials = openCredentials(options, records, tools)
    const { rateLimiter } = options
    const parts = { ...tools, records, credentials, mailer, providers, rateLimiter }
    const core = await composeGatehouse(parts, {
      settings,
      onEvent: options.onEvent,
      ...(options.ownClaims && { ownClaims: options.ownClaims }),
    })
    const { auth, whenFresh } = core
    const answersBackends = settings.introspectionSecret !== ''
    const base = { auth, clock: tools.clock, whenFresh }
    const routes = mountRoutes({ ...base, answersBackends, log }, options.http)
    return { ...base, ...routes, close: closing(core, core.startWork(), log) }
  } catch (error) {
    // What came in the way first is the reason to tell.
    await mailer.close?.().catch(() => undefined)
    await records?.close()
    throw error
  }
}

function checkParts(options: GatehouseOptions): void {
  checkOptions('openGatehouse', options, {
    records: 'object',
    credentials: 'object?',
    mailer: 'object',
    rateLimiter: 'object?',
    providers: 'object?',
    settings: 'object?',
    http: 'object?',
    ownClaims: 'function?',
    onEvent: 'function?',
    onError: 'function',
  })
  const { credentials, http, mailer, providers = {}, rateLimiter, records } = options
  if (http) checkHttpOptions(http)
  assertMethod('records', records, ['open'])
  assertMethod('mailer', mailer, ['open', 'prepare'])
  if (credentials) assertMethod('credentials', credentials, ['open', 'checkPassword'])
  if (rateLimiter) assertMethod('rateLimiter', rateLimiter, ['take'])
  for (const [name, provider] of Object.entries(providers)) {
    assertMethod(`providers.${name}`, provider, ['start'])
  }
}

/** A part has one of these methods; what has none is something else. */
function assertMethod(name: string, part: unknown, methods: readonly string[]): void {
  const has = (method: string) =>
    typeof (part as Readonly<Record<string, unknown>> | null)?.[method] === 'function'
  if (methods.some(has)) return
  throw new TypeError(`openGatehouse: ${name} is not what it has to be`)
}

function openCredentials(
  { credentials }: GatehouseOptions,
  records: OpenRecords,
  tools: Tools,
): OpenCredentials {
  if (!credentials) return records.localCredentials()
  if (!isCredentialStore(credentials)) return credentials.open(records, tools)
  return {
    credentialStore: credentials,
    concurrency: ownConcurrency,
    purgeCredentialStore: async () => {},
  }
}

/** Of a store of the host's own, which is asked over a network as a rule. */
const ownConcurrency = { check: 16, set: 32 } as const

/** Ends everything once, in order; a hanging mail server or database does not delay the end. */
function closing(core: Composition, work: RunningJobs, log: WorkLog): () => Promise<void> {
  const within = (milliseconds: number, ending: Promise<unknown>) =>
    pTimeout(ending, { milliseconds, message: false }).catch((error: unknown) =>
      log.error({ err: error }, 'not everything could be closed'),
    )
  const closeAll = async () => {
    await within(patienceMs, work.stopWork())
    await within(lastMs, work.stopServing())
    await within(lastMs, core.close())
  }
  let closed: Promise<void> | undefined
  return () => {
    closed ??= closeAll()
    return closed
  }
}
