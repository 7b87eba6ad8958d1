import { PortError } from '@gatehouse/auth-core/ports'
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  getJwksCache,
  type ServerMetadata,
  setJwksCache,
} from 'openid-client'
import { type IssuerRule, validateIssuer } from './issuer.ts'
import { isAllowed } from './safe-fetch.ts'

/** A provider, and the client with which Gatehouse is registered there. */
export interface ProviderSettings {
  /** The issuer (OpenID Connect Discovery 1.0, section 2). */
  readonly issuer: string
  /** `client_id`, with which Gatehouse is registered at the provider. */
  readonly clientId: string
  /** `client_secret` (RFC 6749, section 2.3.1). Secret. */
  readonly clientSecret: string
  /** Entra only: the only directory that people may come from, by identifier or domain name. */
  readonly tenant?: string | undefined
  /** Whether a provider on this machine may speak plain http. */
  readonly allowHttp: boolean
}

/** A provider as its metadata describes it. */
export interface LoadedProvider {
  /** The provider for openid-client. */
  readonly configuration: Configuration
  /**
   * Does something once that needs the provider's keys: those that are known, and all of them anew for
   * one that is not (OpenID Connect Core 1.0, section 10.1.1).
   */
  withFreshKeys<Result>(work: (configuration: Configuration) => Promise<Result>): Promise<Result>
  /** Which issuers' tokens are taken from it. */
  readonly issuerRule: IssuerRule
}

/** The largest difference between the provider's clock and ours, in seconds. */
const toleranceSeconds = 60

/**
 * Fetches a provider's metadata and checks that it belongs to the provider (T-50).
 *
 * @throws {PortError} `oidc_provider`
 */
export async function loadProvider(
  settings: ProviderSettings,
  fetchSafely: CustomFetch,
): Promise<LoadedProvider> {
  const metadata = await fetchMetadata(settings, fetchSafely)
  const { issuer: configured, tenant } = settings
  const issuerRule = validateIssuer({ configured, published: metadata.issuer, tenant })
  if (!issuerRule) throw corrupt('metadata of another issuer')
  const open = async (): Promise<Configuration> => {
    const configuration = await configure(settings, metadata, issuerRule)
    configuration[customFetch] = fetchSafely
    // Our own fetch has the limits; this one would only come later.
    configuration.timeout = 0
    if (settings.allowHttp) allowInsecureRequests(configuration)
    enableNonRepudiationChecks(configuration)
    return configuration
  }
  return { configuration: await open(), issuerRule, withFreshKeys: createKeyMemory(open) }
}

/** The library fetches the keys for one that it does not know if those it has are this old. */
const oldKeysSeconds = 60

/**
 * The library remembers keys by configuration, and a key that is not among them is one of a forger to
 * it for a minute. A provider that changes its key would turn everybody away meanwhile.
 */
function createKeyMemory(open: () => Promise<Configuration>): LoadedProvider['withFreshKeys'] {
  let keys: ReturnType<typeof getJwksCache>
  return async (work) => {
    const configuration = await open()
    const known = keys && { ...keys, uat: keys.uat - oldKeysSeconds }
    if (known) setJwksCache(configuration, known)
    try {
      return await work(configuration)
    } finally {
      const used = getJwksCache(configuration)
      if (used && used.uat !== known?.uat) keys = used
    }
  }
}

async function fetchMetadata(
  { issuer, allowHttp }: ProviderSettings,
  fetchSafely: CustomFetch,
): Promise<ServerMetadata> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const headers = { accept: 'application/json' }
  const request = { method: 'GET', headers, body: undefined, redirect: 'manual' } as const
  const response = await fetchSafely(url, request)
  if (response.status !== 200) {
    const kind = response.status >= 500 ? 'unavailable' : 'corrupt'
    throw new PortError('oidc_provider', kind, new Error(`discovery answered ${response.status}`))
  }
  const metadata: unknown = await response.json().catch(() => null)
  if (!isMetadata(metadata)) throw corrupt('something else than metadata')
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = metadata
  const addresses = [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint]
  const used = addresses.filter((address) => address !== undefined)
  if (!used.every((address) => isAllowed(address, allowHttp))) {
    throw corrupt('an address that is not https')
  }
  return metadata
}

const required = ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const

function isMetadata(
  value: unknown,
): value is ServerMetadata & { readonly [Name in (typeof required)[number]]: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    required.every((name) => typeof Reflect.get(value, name) === 'string')
  )
}

async function configure(
  { clientId, clientSecret }: ProviderSettings,
  metadata: ServerMetadata,
  { kind }: IssuerRule,
): Promise<Configuration> {
  const client = { [clockTolerance]: toleranceSeconds }
  const authentication = clientAuthentication(metadata, clientSecret)
  if (kind === 'fixed') return new Configuration(metadata, clientId, client, authentication)
  // An issuer in the callback is the directory's, which is compared before the library sees the callback.
  const plain = { ...metadata, authorization_response_iss_parameter_supported: undefined }
  // The library fills the directory of a token into a template issuer and compares, but only for
  // metadata that came from Microsoft's own host; so it gets this as if it had.
  const microsoft = new URL('https://login.microsoftonline.com/common/v2.0')
  const known: CustomFetch = async () => Response.json(plain)
  return discovery(microsoft, clientId, client, authentication, { [customFetch]: known })
}

/**
 * Sends the client's secret in the body if the provider accepts that, because the encoding of the header is
 * ambiguous.
 */
function clientAuthentication(
  { token_endpoint_auth_methods_supported: methods }: ServerMetadata,
  secret: string,
): ClientAuth {
  return methods?.includes('client_secret_post')
    ? ClientSecretPost(secret)
    : ClientSecretBasic(secret)
}

function corrupt(what: string): PortError {
  return new PortError('oidc_provider', 'corrupt', new Error(`the provider gave ${what}`))
}
