import {
  type AuthSettings,
  defaultSettings,
  type Limits,
  type RotationSettings,
} from '@gatehouse/auth-core'
import { isPartOf, providerSignIn } from '../api/editions.ts'
import type { BrandSettings, PagesSettings } from './pages-settings.ts'
import type { SettingName, Values } from './setting-groups.ts'
import type { KeySettings, OidcProviderSettings, OidcSettings, Settings } from './settings.ts'

/** Puts the values where the parts of the gateway look for them. */
export function toSettings(values: Values): Settings {
  return {
    http: toHttp(values),
    auth: toAuth(values),
    edition: values.API_EDITION,
    database: toDatabase(values),
    credentialStore: toCredentialStore(values),
    mail: {
      url: values.SMTP_URL,
      from: values.MAIL_FROM,
      verifyEmailUrl: values.VERIFY_EMAIL_URL,
      resetPasswordUrl: values.RESET_PASSWORD_URL,
    },
    pages: toPages(values),
    backend: {
      url: values.MACHINE_BACKEND_URL,
      timeoutSeconds: values.BACKEND_TIMEOUT_SECONDS,
      maxConnections: values.BACKEND_MAX_CONNECTIONS,
      engine: values.PROXY_ENGINE,
    },
    terminal: {
      perUser: values.TERMINAL_MAX_PER_USER,
      perNetwork: values.TERMINAL_MAX_PER_NETWORK,
      maxPayloadBytes: values.TERMINAL_MAX_MESSAGE_BYTES,
      heartbeatSeconds: values.TERMINAL_HEARTBEAT_SECONDS,
    },
    keys: toKeys(values),
    clients: {
      cliUserAgents: values.CLI_USER_AGENTS,
      vscodeUserAgents: values.VSCODE_USER_AGENTS,
    },
    oidc: toOidc(values),
    workers: values.WORKERS,
    v8Tuning: values.V8_TUNING,
    metrics: toMetrics(values),
    log: { level: values.LOG_LEVEL },
    shutdown: {
      delaySeconds: values.SHUTDOWN_DELAY_SECONDS,
      graceSeconds: values.SHUTDOWN_GRACE_SECONDS,
    },
  }
}

function toMetrics({ METRICS_HOST: host, METRICS_PORT: port }: Values): Settings['metrics'] {
  return port === 'off' ? undefined : { host, port }
}

function toPages(values: Values): PagesSettings {
  return {
    on: values.WEB_PAGES,
    urls: {
      signIn: values.LOGIN_URL,
      oneTimeCode: values.OTP_URL,
      workspaces: values.WORKSPACE_PICKER_URL,
      signUp: values.SIGN_UP_URL,
      checkMail: values.CHECK_MAIL_URL,
      verifyEmail: values.VERIFY_EMAIL_URL,
      forgotPassword: values.FORGOT_PASSWORD_URL,
      resetPassword: values.RESET_PASSWORD_URL,
      dashboard: values.DASHBOARD_URL,
    },
    brand: toBrand(values),
    agentCommand: values.AGENT_COMMAND,
  }
}

function toBrand({ BRAND_NAME: name, BRAND_LOGO_FILE, BRAND_COLOR }: Values): BrandSettings {
  return {
    name,
    ...(BRAND_LOGO_FILE !== undefined && { logoFile: BRAND_LOGO_FILE }),
    ...(BRAND_COLOR !== undefined && { color: BRAND_COLOR }),
  }
}

function toHttp(values: Values): Settings['http'] {
  return {
    host: values.HOST,
    port: values.PORT,
    publicBaseUrl: values.PUBLIC_BASE_URL,
    trustedProxies: values.TRUSTED_PROXIES,
    corsAllowedOrigins: values.CORS_ALLOWED_ORIGINS,
    maxBodyBytes: values.AUTH_MAX_BODY_BYTES,
    maxHeaderBytes: values.MAX_HEADER_BYTES,
    headersTimeoutSeconds: values.HEADERS_TIMEOUT_SECONDS,
    requestTimeoutSeconds: values.REQUEST_TIMEOUT_SECONDS,
    keepAliveSeconds: values.KEEP_ALIVE_SECONDS,
    maxConnections: values.MAX_CONNECTIONS,
  }
}

/** The settings that {@link toCredentialStore} reads. */
export const credentialStoreNames = [
  'CREDENTIAL_STORE',
  'KEYCLOAK_URL',
  'KEYCLOAK_CLIENT_ID',
  'KEYCLOAK_CLIENT_SECRET',
  'KEYCLOAK_TIMEOUT_SECONDS',
  'KEYCLOAK_REALM_TIMEOUT_SECONDS',
] as const satisfies readonly SettingName[]

/** Where passwords are kept. */
export function toCredentialStore(
  values: Pick<Values, (typeof credentialStoreNames)[number]>,
): Settings['credentialStore'] {
  const { KEYCLOAK_URL: url, KEYCLOAK_CLIENT_SECRET: clientSecret } = values
  // The rules see to it that both are there when they are needed.
  if (values.CREDENTIAL_STORE === 'local' || !url || !clientSecret) return { kind: 'local' }
  return {
    kind: 'keycloak',
    url,
    clientId: values.KEYCLOAK_CLIENT_ID,
    clientSecret,
    timeoutSeconds: values.KEYCLOAK_TIMEOUT_SECONDS,
    realmTimeoutSeconds: values.KEYCLOAK_REALM_TIMEOUT_SECONDS,
  }
}

function toAuth(values: Values): AuthSettings {
  return {
    ...defaultSettings,
    issuer: values.JWT_ISSUER,
    maxSessionSeconds: values.MAX_SESSION_DAYS,
    otpMinutes: values.OTP_MINUTES / 60,
    otpDefault: values.OTP_DEFAULT,
    loginFloorMilliseconds: values.LOGIN_FLOOR_MILLISECONDS,
    otpExemptClients: values.OTP_EXEMPT_CLIENTS,
    ...toRotation(values),
    // Without a directory that is pinned there is nothing to trust in.
    oidcEmailTrust:
      values.PROVIDER_A_TENANT_ID === undefined
        ? {}
        : { provider_a: { directoryPinned: true, trustEmail: values.PROVIDER_A_TRUST_EMAIL } },
    limits: toLimits(values),
  }
}

function toLimits(values: Values): Limits {
  const { limits } = defaultSettings
  return {
    signUpPerNetwork: { ...limits.signUpPerNetwork, ...values.LIMIT_SIGN_UP_NETWORK },
    signUpOverall: { ...limits.signUpOverall, ...values.LIMIT_SIGN_UP_OVERALL },
    loginStreak: { ...limits.loginStreak, ...values.LIMIT_LOGIN_STREAK },
    loginPerAccount: { ...limits.loginPerAccount, ...values.LIMIT_LOGIN_ACCOUNT },
    loginPerNetwork: { ...limits.loginPerNetwork, ...values.LIMIT_LOGIN_NETWORK },
    otpStreak: { ...limits.otpStreak, ...values.LIMIT_OTP_STREAK },
    otpPerAccount: { ...limits.otpPerAccount, ...values.LIMIT_OTP_ACCOUNT },
    otpPerNetwork: { ...limits.otpPerNetwork, ...values.LIMIT_OTP_NETWORK },
    forgotPerAddress: { ...limits.forgotPerAddress, ...values.LIMIT_FORGOT_ADDRESS },
    forgotPerNetwork: { ...limits.forgotPerNetwork, ...values.LIMIT_FORGOT_NETWORK },
    otherPerNetwork: { ...limits.otherPerNetwork, ...values.LIMIT_OTHER_NETWORK },
  }
}

function toOidc(values: Values): OidcSettings {
  const isPart = isPartOf(values.API_EDITION, providerSignIn)
  return {
    providers: isPart ? [...toProviderA(values), ...toProviderB(values)] : [],
    redirectBaseUrl: values.OIDC_REDIRECT_BASE_URL,
    allowHttp: values.OIDC_ALLOW_HTTP,
  }
}

function toProviderA(values: Values): readonly OidcProviderSettings[] {
  const { PROVIDER_A_CLIENT_ID: clientId, PROVIDER_A_CLIENT_SECRET: clientSecret } = values
  const { PROVIDER_A_TENANT_ID: tenant, PROVIDER_A_ISSUER: issuer } = values
  if (clientId === undefined || clientSecret === undefined) return []
  const entra = `https://login.microsoftonline.com/${tenant ?? 'organizations'}/v2.0`
  return [{ name: 'provider_a', issuer: issuer ?? entra, clientId, clientSecret, tenant }]
}

function toProviderB(values: Values): readonly OidcProviderSettings[] {
  const { PROVIDER_B_CLIENT_ID: clientId, PROVIDER_B_CLIENT_SECRET: clientSecret } = values
  if (clientId === undefined || clientSecret === undefined) return []
  return [{ name: 'provider_b', issuer: values.PROVIDER_B_ISSUER, clientId, clientSecret }]
}

/** The settings that {@link toDatabase} reads. */
export const databaseNames = [
  'DATABASE_URL',
  'DATABASE_POOL_SIZE',
  'DATABASE_CONNECT_TIMEOUT_SECONDS',
  'DATABASE_STATEMENT_TIMEOUT_SECONDS',
  'DATABASE_LOCK_TIMEOUT_SECONDS',
] as const satisfies readonly SettingName[]

/** Where records are kept. */
export function toDatabase(
  values: Pick<Values, (typeof databaseNames)[number]>,
): Settings['database'] {
  const { DATABASE_URL: database } = values
  if (database.kind === 'sqlite') return database
  return {
    ...database,
    poolSize: values.DATABASE_POOL_SIZE,
    connectSeconds: values.DATABASE_CONNECT_TIMEOUT_SECONDS,
    statementSeconds: values.DATABASE_STATEMENT_TIMEOUT_SECONDS,
    lockSeconds: values.DATABASE_LOCK_TIMEOUT_SECONDS,
  }
}

/** When keys change. */
export function toRotation(
  values: Pick<Values, 'JWT_EXPIRY_HOURS' | 'SESSION_TOKEN_MINUTES' | 'JWT_ROTATION_DAYS'>,
): RotationSettings {
  return {
    accessTokenSeconds: values.JWT_EXPIRY_HOURS,
    sessionTokenSeconds: values.SESSION_TOKEN_MINUTES,
    keyRotationSeconds: values.JWT_ROTATION_DAYS,
    keyLeadSeconds: defaultSettings.keyLeadSeconds,
  }
}

/** The settings that {@link toKeys} reads. */
export const keyNames = [
  'DATA_DIR',
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'JWT_SECRET_PREVIOUS_UNTIL',
  'MASTER_KEY',
  'MASTER_KEY_PREVIOUS',
] as const satisfies readonly SettingName[]

/** What is signed and sealed with. */
export function toKeys(values: Pick<Values, (typeof keyNames)[number]>): KeySettings {
  const { JWT_SECRET: secret, JWT_SECRET_PREVIOUS: before } = values
  const { JWT_SECRET_PREVIOUS_UNTIL: until, MASTER_KEY: masterKey } = values
  const previous = before && until ? { previous: { secret: before, until } } : {}
  return {
    dataDir: values.DATA_DIR,
    previousMasterKeys: values.MASTER_KEY_PREVIOUS ?? [],
    ...(secret ? { pinned: { secret, ...previous } } : {}),
    ...(masterKey ? { masterKey } : {}),
  }
}
