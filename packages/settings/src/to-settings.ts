import type { Values } from './setting-groups.ts'
import type { HttpSettings, Settings } from './settings.ts'
import { toAuthSettings } from './to-auth-settings.ts'
import { toBackendSettings } from './to-backend-settings.ts'
import { toKeySettings } from './to-key-settings.ts'
import { toMailSettings } from './to-mail-settings.ts'
import { toOidcSettings } from './to-oidc-settings.ts'
import { toPagesSettings } from './to-pages-settings.ts'
import { toCredentialStoreSettings, toDatabaseSettings } from './to-storage-settings.ts'

/** Groups the values by the parts of the gateway that use them. */
export function toSettings(values: Values): Settings {
  return {
    http: toHttpSettings(values),
    auth: toAuthSettings(values),
    edition: values.API_EDITION,
    loginsPerNetwork: values.LOGIN_MAX_IN_FLIGHT_PER_NETWORK,
    database: toDatabaseSettings(values),
    credentialStore: toCredentialStoreSettings(values),
    mail: toMailSettings(values),
    pages: toPagesSettings(values),
    backend: toBackendSettings(values),
    edgeSockets: values.EDGE_SOCKETS,
    terminal: {
      perUser: values.TERMINAL_MAX_PER_USER,
      perTenant: values.TERMINAL_MAX_PER_TENANT,
      perNetwork: values.TERMINAL_MAX_PER_NETWORK,
      maxPayloadBytes: values.TERMINAL_MAX_MESSAGE_BYTES,
      heartbeatSeconds: values.TERMINAL_HEARTBEAT_SECONDS,
    },
    keys: toKeySettings(values),
    clients: {
      cliUserAgents: values.CLI_USER_AGENTS,
      vscodeUserAgents: values.VSCODE_USER_AGENTS,
    },
    oidc: toOidcSettings(values),
    workers: values.WORKERS,
    v8Tuning: values.V8_TUNING,
    metrics: toMetricsSettings(values),
    log: { level: values.LOG_LEVEL, format: values.LOG_FORMAT },
    shutdown: {
      delaySeconds: values.SHUTDOWN_DELAY_SECONDS,
      graceSeconds: values.SHUTDOWN_GRACE_SECONDS,
    },
  }
}

function toMetricsSettings({
  METRICS_HOST: host,
  METRICS_PORT: port,
}: Values): Settings['metrics'] {
  return port === 'off' ? undefined : { host, port }
}

function toHttpSettings(values: Values): HttpSettings {
  return {
    host: values.HOST,
    port: values.PORT,
    publicBaseUrl: values.PUBLIC_BASE_URL,
    trustedProxies: values.TRUSTED_PROXIES,
    forwardAuthHosts: values.FORWARD_AUTH_HOSTS,
    corsAllowedOrigins: values.CORS_ALLOWED_ORIGINS,
    ...(values.SECURITY_CONTACT !== undefined && { securityContact: values.SECURITY_CONTACT }),
    maxBodyBytes: values.AUTH_MAX_BODY_BYTES,
    maxHeaderBytes: values.MAX_HEADER_BYTES,
    headersTimeoutSeconds: values.HEADERS_TIMEOUT_SECONDS,
    requestTimeoutSeconds: values.REQUEST_TIMEOUT_SECONDS,
    clientMinBytesPerSecond: values.CLIENT_MIN_BYTES_PER_SECOND,
    keepAliveSeconds: values.KEEP_ALIVE_SECONDS,
    maxConnections: values.MAX_CONNECTIONS,
    maxConnectionsPerNetwork:
      values.MAX_CONNECTIONS_PER_NETWORK ?? Math.ceil(values.MAX_CONNECTIONS / 4),
  }
}
