import { holdsBackUnconfirmed } from '@gatehouse/auth-core/operator'
import { type EdgeOptions, type EdgeProblems, mapFileName, requestIdMark } from '@gatehouse/haproxy'
import { type ProblemCode, problemBody } from '@gatehouse/http-api'
import { backendSettingNames, toBackendSettings, type ValuesOfNames } from '@gatehouse/settings'

/** The settings of the gateway that an edge goes by as well. */
export const edgeSettingNames = [
  ...backendSettingNames,
  'PUBLIC_BASE_URL',
  'CORS_ALLOWED_ORIGINS',
  'MAX_HEADER_BYTES',
  'HEADERS_TIMEOUT_SECONDS',
  'KEEP_ALIVE_SECONDS',
  'MAX_CONNECTIONS',
  'JWT_ISSUER',
  'JWT_EXPIRY_HOURS',
  'UNCONFIRMED_ACCOUNTS',
] as const

/** What is known of an edge besides the settings. */
export interface EdgePlaces {
  /** The parameters of HAProxy's `bind`. */
  readonly bind: string
  /** Where its map and its socket are. */
  readonly folder: string
  /** The gateways, each `host:port`. */
  readonly gateways: readonly string[]
  /** Where HAProxy's exporter listens, if it does. */
  readonly metrics: string | undefined
}

/** What the configuration of an edge is made of. */
export function toEdgeOptions(
  values: ValuesOfNames<typeof edgeSettingNames>,
  { bind, folder, gateways, metrics }: EdgePlaces,
): EdgeOptions {
  const base = values.PUBLIC_BASE_URL
  const unconfirmedAccounts = values.UNCONFIRMED_ACCOUNTS
  return {
    ...{ bind, gateways, metrics },
    socket: `${folder}/admin.sock`,
    map: `${folder}/${mapFileName}`,
    backend: toBackendSettings(values),
    tokens: {
      issuer: values.JWT_ISSUER,
      lifetimeSeconds: values.JWT_EXPIRY_HOURS.seconds,
      onlyConfirmed: holdsBackUnconfirmed({ unconfirmedAccounts }),
    },
    clients: {
      protocol: base.startsWith('https:') ? 'https' : 'http',
      origins: [new URL(base).origin, ...values.CORS_ALLOWED_ORIGINS],
      maxHeaderBytes: values.MAX_HEADER_BYTES,
      headersTimeoutSeconds: values.HEADERS_TIMEOUT_SECONDS,
      keepAliveSeconds: values.KEEP_ALIVE_SECONDS,
      maxConnections: values.MAX_CONNECTIONS,
    },
    problems: edgeProblems(base),
  }
}

/** What HAProxy answers by itself, in the words of the gateway. */
function edgeProblems(base: string): EdgeProblems {
  const worded = (code: ProblemCode) =>
    JSON.stringify(problemBody({ code, requestId: requestIdMark }, base))
  return {
    400: worded('malformed_request'),
    408: worded('request_timeout'),
    500: worded('internal_error'),
    502: worded('upstream_unavailable'),
    503: worded('overloaded'),
    504: worded('upstream_timeout'),
  }
}
