import { isPartOf, providerSignIn } from '@gatehouse/http-api/editions'
import { keycloakSettings } from './groups/keycloak.ts'
import { postgresSettings } from './groups/storage.ts'
import { pageAddresses, pageFault } from './page-addresses.ts'
import { type Remark, remark } from './remark.ts'
import { isLoopbackUrl } from './schemas/urls.ts'
import type { SettingName, Values } from './setting-groups.ts'

/** The input of rules that concern several settings. */
export interface RuleContext {
  /** The values that are valid on their own. */
  readonly values: Partial<Values>
  /** Whether a variable is set, rightly or not. */
  readonly isGiven: (name: SettingName) => boolean
  /** Whether a secret was published, in a tutorial for instance. */
  readonly isKnownSecret: (secret: string) => boolean
}

type Rule = (context: RuleContext) => Remark | undefined

/** Lists the rules that the settings break together. */
export function brokenRules(context: RuleContext): readonly Remark[] {
  return rules.flatMap((rule) => rule(context) ?? [])
}

/** Lists settings that are allowed but have no effect, or an unexpected one. */
export function surprises(context: RuleContext): readonly Remark[] {
  return surprising.flatMap((rule) => rule(context) ?? [])
}

const rules: readonly Rule[] = [
  ({ values }) =>
    isMore(values.HEADERS_TIMEOUT_SECONDS, values.REQUEST_TIMEOUT_SECONDS)
      ? remark('HEADERS_TIMEOUT_SECONDS', 'must not be more than REQUEST_TIMEOUT_SECONDS')
      : undefined,

  ({ values }) =>
    values.CLI_USER_AGENTS?.some((product) => values.VSCODE_USER_AGENTS?.includes(product))
      ? remark('VSCODE_USER_AGENTS', 'must not name a product that CLI_USER_AGENTS names')
      : undefined,

  ({ values: { PORT, METRICS_PORT } }) =>
    PORT !== undefined && PORT !== 0 && PORT === METRICS_PORT
      ? remark('METRICS_PORT', 'must differ from PORT')
      : undefined,

  ({ values: { DATABASE_URL: database, WORKERS } }) =>
    database?.kind === 'sqlite' && database.file === ':memory:' && isMany(WORKERS)
      ? remark('WORKERS', 'must be 1 while DATABASE_URL is in memory, where nobody can share it')
      : undefined,

  // T-36: a published secret protects nothing.
  ({ values, isKnownSecret }) =>
    values.JWT_SECRET !== undefined && isKnownSecret(values.JWT_SECRET)
      ? remark('JWT_SECRET', 'must not be a secret that was published')
      : undefined,
  ({ values, isKnownSecret }) =>
    values.JWT_SECRET_PREVIOUS !== undefined && isKnownSecret(values.JWT_SECRET_PREVIOUS)
      ? remark('JWT_SECRET_PREVIOUS', 'must not be a secret that was published')
      : undefined,
  ({ values: { JWT_SECRET, JWT_SECRET_PREVIOUS } }) =>
    JWT_SECRET !== undefined && JWT_SECRET === JWT_SECRET_PREVIOUS
      ? remark('JWT_SECRET_PREVIOUS', 'must differ from JWT_SECRET')
      : undefined,
  ({ values, isKnownSecret }) =>
    values.INTROSPECTION_SECRET !== undefined && isKnownSecret(values.INTROSPECTION_SECRET)
      ? remark('INTROSPECTION_SECRET', 'must not be a secret that was published')
      : undefined,
  // JWT_SECRET signs tokens and MASTER_KEY opens the database: the backend must be able to do neither.
  ({ values: { INTROSPECTION_SECRET: secret, JWT_SECRET, MASTER_KEY } }) =>
    secret !== undefined && (secret === JWT_SECRET || secret === base64(MASTER_KEY))
      ? remark('INTROSPECTION_SECRET', 'must differ from JWT_SECRET and MASTER_KEY')
      : undefined,
  ({ values: { JWT_SECRET, MASTER_KEY } }) =>
    JWT_SECRET !== undefined && JWT_SECRET.trim() === base64(MASTER_KEY)
      ? remark('MASTER_KEY', 'must differ from JWT_SECRET, which backends may know')
      : undefined,

  ({ values: { MASTER_KEY, MASTER_KEY_PREVIOUS } }) =>
    MASTER_KEY_PREVIOUS?.some((key) => base64(key) === base64(MASTER_KEY))
      ? remark('MASTER_KEY_PREVIOUS', 'must not name MASTER_KEY itself')
      : undefined,

  ...pageAddresses.map(
    (name): Rule =>
      ({ values }) =>
        pageFault(name, values),
  ),

  needs('JWT_SECRET_PREVIOUS', 'JWT_SECRET'),
  needs('JWT_SECRET_PREVIOUS', 'JWT_SECRET_PREVIOUS_UNTIL'),
  needs('JWT_SECRET_PREVIOUS_UNTIL', 'JWT_SECRET_PREVIOUS'),

  needs('PROVIDER_A_CLIENT_ID', 'PROVIDER_A_CLIENT_SECRET'),
  needs('PROVIDER_B_CLIENT_ID', 'PROVIDER_B_CLIENT_SECRET'),
  needsHttpAllowed('PROVIDER_A_ISSUER'),
  needsHttpAllowed('PROVIDER_B_ISSUER'),
  // T-22: without a single directory every directory would be trusted, and anyone can create one.
  ({ values, isGiven }) =>
    values.PROVIDER_A_TRUST_EMAIL && !isGiven('PROVIDER_A_TENANT_ID')
      ? remark('PROVIDER_A_TRUST_EMAIL', 'needs PROVIDER_A_TENANT_ID beside it')
      : undefined,
  ({ values: { PROVIDER_A_ISSUER: issuer, PROVIDER_A_TENANT_ID: tenant } }) =>
    issuer !== undefined && tenant?.includes('.') && !issuer.includes(`/${tenant}/`)
      ? remark('PROVIDER_A_TENANT_ID', 'must be a GUID unless PROVIDER_A_ISSUER names it')
      : undefined,
  ({ values, isGiven }) =>
    (isGiven('PROVIDER_A_CLIENT_ID') || isGiven('PROVIDER_B_CLIENT_ID')) &&
    values.OIDC_REDIRECT_BASE_URL?.startsWith('http:') &&
    !isLoopbackUrl(values.OIDC_REDIRECT_BASE_URL)
      ? remark('OIDC_REDIRECT_BASE_URL', 'must be https, or http on this machine')
      : undefined,
  isForKeycloak('KEYCLOAK_URL'),
  isForKeycloak('KEYCLOAK_CLIENT_SECRET'),
]

/** The addresses of the pages that links in mails lead to. */
const pagesOfMails = [
  'VERIFY_EMAIL_URL',
  'RESET_PASSWORD_URL',
  'INVITATION_URL',
  'REOPEN_ORGANIZATION_URL',
] as const satisfies readonly SettingName[]

const surprising: readonly Rule[] = [
  ({ values, isGiven }) => {
    const nowhere = pagesOfMails.filter((name) => !isGiven(name))
    return values.WEB_PAGES === false && nowhere.length > 0
      ? remark(
          'WEB_PAGES',
          `is off, and mails link to pages that are nowhere; see ${nowhere.join(', ')}`,
        )
      : undefined
  },
  ({ values: { PUBLIC_BASE_URL: url } }) =>
    url?.startsWith('http:') && !isLoopbackUrl(url)
      ? remark(
          'PUBLIC_BASE_URL',
          'is not https: passwords and tokens go over the network unencrypted',
        )
      : undefined,
  ({ values, isGiven }) =>
    values.PORT === 0 && !isGiven('PUBLIC_BASE_URL')
      ? remark('PUBLIC_BASE_URL', 'leads nowhere unless it is set when PORT is 0')
      : undefined,
  ({ isGiven }) =>
    isGiven('JWT_ROTATION_DAYS') && isGiven('JWT_SECRET')
      ? remark('JWT_ROTATION_DAYS', 'has no effect while JWT_SECRET is set')
      : undefined,
  ({ values }) =>
    isMore(values.JWT_EXPIRY_HOURS?.seconds, values.MAX_SESSION_DAYS?.seconds)
      ? remark('JWT_EXPIRY_HOURS', 'is longer than MAX_SESSION_DAYS: tokens outlive the session')
      : undefined,

  ...(['PROVIDER_A_CLIENT_SECRET', 'PROVIDER_A_TENANT_ID', 'PROVIDER_A_ISSUER'] as const).map(
    (name) => idle(name, 'PROVIDER_A_CLIENT_ID'),
  ),
  ...(['PROVIDER_B_CLIENT_SECRET', 'PROVIDER_B_ISSUER'] as const).map((name) =>
    idle(name, 'PROVIDER_B_CLIENT_ID'),
  ),
  ...(['PROVIDER_A_CLIENT_ID', 'PROVIDER_B_CLIENT_ID'] as const).map(
    (name): Rule =>
      ({ values: { API_EDITION: edition }, isGiven }) =>
        isGiven(name) && edition && !isPartOf(edition, providerSignIn)
          ? remark(name, `has no effect while API_EDITION is ${edition}`)
          : undefined,
  ),
  ({ values: { KEYCLOAK_URL: url } }) =>
    url?.startsWith('http:') && !isLoopbackUrl(url)
      ? remark('KEYCLOAK_URL', 'is not https: passwords go over the network unencrypted')
      : undefined,
  ...(Object.keys(postgresSettings) as (keyof typeof postgresSettings)[]).map(
    (name): Rule =>
      ({ values, isGiven }) =>
        values.DATABASE_URL?.kind === 'sqlite' && isGiven(name)
          ? remark(name, 'has no effect unless DATABASE_URL is a PostgreSQL')
          : undefined,
  ),
  ...(Object.keys(keycloakSettings) as (keyof typeof keycloakSettings)[]).map(
    (name): Rule =>
      ({ values, isGiven }) =>
        values.CREDENTIAL_STORE === 'local' && isGiven(name)
          ? remark(name, 'has no effect unless CREDENTIAL_STORE is `keycloak`')
          : undefined,
  ),
]

/** The rule for a setting of a provider that has no effect, because the provider has no client id. */
function idle(name: SettingName, clientId: SettingName): Rule {
  return ({ isGiven }) =>
    isGiven(name) && !isGiven(clientId)
      ? remark(name, `has no effect without ${clientId}`)
      : undefined
}

function needsHttpAllowed(name: 'PROVIDER_A_ISSUER' | 'PROVIDER_B_ISSUER'): Rule {
  return ({ values }) =>
    values[name]?.startsWith('http:') && values.OIDC_ALLOW_HTTP === false
      ? remark(name, 'is plain http, which needs OIDC_ALLOW_HTTP=true')
      : undefined
}

function needs(name: SettingName, other: SettingName): Rule {
  return ({ isGiven }) =>
    isGiven(name) && !isGiven(other) ? remark(name, `needs ${other} beside it`) : undefined
}

function isForKeycloak(name: SettingName): Rule {
  return ({ values, isGiven }) =>
    values.CREDENTIAL_STORE === 'keycloak' && !isGiven(name)
      ? remark(name, 'is not set, and CREDENTIAL_STORE is `keycloak`, which needs it')
      : undefined
}

function isMore(one: number | undefined, other: number | undefined): boolean {
  return one !== undefined && other !== undefined && one > other
}

function isMany(workers: number | 'auto' | undefined): boolean {
  return workers !== undefined && workers !== 1
}

function base64(key: Uint8Array | undefined): string | undefined {
  return key && Buffer.from(key).toString('base64')
}
