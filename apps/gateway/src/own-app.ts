import type { Auth } from '@gatehouse/auth-core'
import { signingAbility } from '@gatehouse/auth-core/operator'
import type { Mailer, Ports } from '@gatehouse/auth-core/ports'
import type { ClockWatch } from '@gatehouse/embed/parts'
import { type AttemptSealer, createAttemptCookies, type OidcEdge } from '@gatehouse/http-api'
import type { Settings } from '@gatehouse/settings'
import type { Express } from 'express'
import type { Logger } from 'pino'
import { type AppOptions, createApp } from './api/app.ts'
import type { Dependency } from './api/health.ts'
import { offeredPages } from './api/offered-pages.ts'
import type { Pages } from './pages/load-pages.ts'
import { ownPath } from './pages/page-config.ts'
import type { WellKnownOptions } from './pages/well-known.ts'

/** The parts of the gateway's own routes. */
export interface AppParts {
  /** The operator's settings. */
  readonly settings: Settings
  /** Logs failures of requests. */
  readonly log: Logger
  /** The ports of the use cases; readiness checks the store and the credential store. */
  readonly ports: Ports
  /** The use cases of the core. */
  readonly auth: Auth
  /** Readiness checks whether the mail server answers. */
  readonly mailer: Mailer
  /** Readiness checks whether the clocks agree. */
  readonly clockWatch: Pick<ClockWatch, 'assertInStep'>
  /** The pages; not set when they are switched off. */
  readonly pages?: Pages
  /** Seals data that browsers keep for us. */
  readonly sealer: AttemptSealer
}

/** All routes of the gateway's own, by the settings. */
export function createOwnApp(
  parts: AppParts,
  shared: Pick<AppOptions, 'factsOf' | 'isDraining'>,
): Express {
  const { auth, log, pages, settings } = parts
  return createApp({
    ...shared,
    auth,
    edition: settings.edition,
    answersBackends: settings.auth.introspectionSecret !== '',
    maxBodyBytes: settings.http.maxBodyBytes,
    dependencies: dependenciesOf(parts),
    ...wellKnownOf(settings),
    brand: settings.pages.brand.name,
    ...(pages && { pages }),
    oidc: createOidcEdge(parts),
    log,
  })
}

function wellKnownOf({ edition, http, pages }: Settings): Omit<WellKnownOptions, 'factsOf'> {
  const { publicBaseUrl, securityContact } = http
  const hasAccount = offeredPages(edition).places.includes('account')
  const url = hasAccount ? `${pages.urls.account}#password` : pages.urls.forgotPassword
  const isThere = pages.on || ownPath(url, publicBaseUrl) === undefined
  return {
    publicBaseUrl,
    ...(securityContact !== undefined && { securityContact }),
    ...(isThere && { changePasswordUrl: url }),
  }
}

/** The dependencies that `/readyz` checks. */
function dependenciesOf({ clockWatch, mailer, ports }: AppParts): readonly Dependency[] {
  return [
    { name: 'database', check: () => ports.store.checkReady() },
    { name: 'credential_store', check: () => ports.credentialStore.checkReady() },
    { name: 'mail', check: () => mailer.checkReady() },
    { name: 'signing_keys', check: async () => assertCanSign(ports) },
    { name: 'clock', check: async () => clockWatch.assertInStep() },
  ]
}

function assertCanSign({ clock, keyRing }: Ports): void {
  const ring = { keys: keyRing.current(), now: clock.now() }
  if (signingAbility(ring) === 'none') throw new Error('no key can sign')
}

function createOidcEdge({ settings, sealer }: AppParts): OidcEdge {
  const secure = settings.oidc.redirectBaseUrl.startsWith('https:')
  return {
    providers: settings.oidc.providers.map(({ name }) => name),
    attempts: createAttemptCookies({ sealer, secure }),
    pages: {
      dashboardUrl: settings.pages.urls.dashboard,
      workspacePickerUrl: settings.pages.urls.workspaces,
      loginUrl: settings.pages.urls.signIn,
    },
  }
}
