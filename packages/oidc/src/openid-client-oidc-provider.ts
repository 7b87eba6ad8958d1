import type {
  OidcAnswer,
  OidcIdentity,
  OidcProvider,
  OidcTransaction,
} from '@gatehouse/auth-core/ports'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  type IDToken,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type UserInfoResponse,
} from 'openid-client'
import { answerOfError } from './answer-of-error.ts'
import { fitsTemplate, type IssuerRule, isDirectoryId, isEntra } from './issuer.ts'
import { type LoadedProvider, loadProvider, type ProviderSettings } from './load-provider.ts'
import { createProviderCache } from './provider-cache.ts'
import { createSafeFetch } from './safe-fetch.ts'
import { supportsAccountChoice } from './supports-account-choice.ts'

/** How people sign in at one provider. */
export interface OpenidClientOidcProviderOptions extends ProviderSettings {
  /** The address to which the provider sends browsers back, exactly as registered there. */
  readonly redirectUri: string
  /** The clock that decides when the metadata is old. */
  readonly now: () => Date
  /** Seconds that one answer of the provider may take; 10 unless given. */
  readonly timeoutSeconds?: number
}

/** An {@link OidcProvider} that learns about the provider from its metadata. */
export interface DiscoveringOidcProvider extends OidcProvider {
  /**
   * Loads the provider's metadata again if it is due: at the start, then once an hour. To be called
   * regularly. While the provider is down, the old metadata stays in use.
   *
   * @throws {PortError} `oidc_provider`
   */
  refresh(): Promise<void>
}

/**
 * An OpenID Connect provider by its metadata. All checks of OpenID Connect Core 1.0, section
 * 3.1.3.7, are made, signatures included; Entra's issuers are understood at any host. Nothing that
 * a token names is fetched.
 */
export function createOpenidClientOidcProvider(
  options: OpenidClientOidcProviderOptions,
): DiscoveringOidcProvider {
  const { allowHttp, redirectUri, now, timeoutSeconds = 10 } = options
  const fetchSafely = createSafeFetch({
    allowLoopbackHttp: allowHttp,
    timeoutMs: timeoutSeconds * 1000,
  })
  const cache = createProviderCache(() => loadProvider(options, fetchSafely), now)

  return {
    refresh: () => cache.refresh(),

    async start() {
      const { configuration } = await cache.current()
      const transaction: OidcTransaction = {
        state: randomState(),
        nonce: randomNonce(),
        codeVerifier: randomPKCECodeVerifier(),
      }
      const url = buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state: transaction.state,
        nonce: transaction.nonce,
        code_challenge: await calculatePKCECodeChallenge(transaction.codeVerifier),
        code_challenge_method: 'S256',
        ...(supportsAccountChoice(configuration.serverMetadata()) && { prompt: 'select_account' }),
      })
      return { redirectTo: url.href, transaction }
    },

    async finish(query, transaction) {
      const fault = callbackFault(new URLSearchParams(query), transaction)
      if (fault) return rejected(fault)
      const { withFreshKeys, issuerRule } = await cache.current()
      const callback = new URL(redirectUri)
      callback.search = query
      try {
        return await withFreshKeys((configuration) =>
          redeem({ configuration, issuerRule }, callback, transaction),
        )
      } catch (error) {
        return answerOfError(error)
      }
    },
  }
}

/**
 * The fault of a callback, or `null`: a parameter that honest callbacks have only once, or a wrong state. The
 * state is compared before anything else.
 */
function callbackFault(parameters: URLSearchParams, { state }: OidcTransaction): string | null {
  const names = ['state', 'code', 'error', 'iss']
  if (names.some((name) => parameters.getAll(name).length > 1)) return 'callback_malformed'
  return parameters.get('state') === state ? null : 'state'
}

async function redeem(
  { configuration, issuerRule }: Pick<LoadedProvider, 'configuration' | 'issuerRule'>,
  callback: URL,
  { state, nonce, codeVerifier }: OidcTransaction,
): Promise<OidcAnswer> {
  const named = callback.searchParams.get('iss')
  if (issuerRule.kind === 'template' && named !== null) {
    // The library would compare it with the template itself (RFC 9207, section 2.4).
    callback.searchParams.delete('iss')
    if (!fitsTemplate(issuerRule.template, named)) return rejected('callback_issuer')
  }
  const tokens = await authorizationCodeGrant(configuration, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  const { client_id: ourselves } = configuration.clientMetadata()
  // The library checks `azp` only when there are several audiences.
  if (claims?.azp !== undefined && claims.azp !== ourselves) return rejected('id_token_azp')
  if (!claims || !belongs(claims, issuerRule)) return rejected('id_token_directory')
  // Some providers have the address only at their userinfo endpoint. Its claims are never mixed with the
  // token's.
  const elsewhere = claims.email === undefined && configuration.serverMetadata().userinfo_endpoint
  const source = elsewhere
    ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
    : claims
  return { kind: 'identified', identity: identityOf({ claims, source, issuerRule }) }
}

/** Whether the person belongs to an allowed directory (T-22). */
function belongs({ tid }: IDToken, { kind, directory }: IssuerRule): boolean {
  if (kind === 'fixed' && directory === undefined) return true
  if (typeof tid !== 'string' || !isDirectoryId(tid.toLowerCase())) return false
  return directory === undefined || tid.toLowerCase() === directory
}

/** What an identity is read from. */
interface IdentitySource {
  readonly claims: IDToken
  /** Where the address stands. */
  readonly source: IDToken | UserInfoResponse
  readonly issuerRule: IssuerRule
}

function identityOf({ claims, source, issuerRule }: IdentitySource): OidcIdentity {
  const directory = claims.tid ?? claims.hd
  return {
    issuer: claims.iss,
    issuerTemplate: issuerRule.kind === 'template' ? issuerRule.template : null,
    subject: claims.sub,
    email: source.email,
    emailVerified: source.email_verified,
    xmsEdov: isEntra(claims.iss, issuerRule) ? source.xms_edov : undefined,
    directory: typeof directory === 'string' ? directory : null,
  }
}

function rejected(reason: string): OidcAnswer {
  return { kind: 'rejected', reason }
}
