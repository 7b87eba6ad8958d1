import { type OidcAnswer, PortError } from '@gatehouse/auth-core/ports'
import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'

/**
 * Errors that a provider may send a browser back with (RFC 6749, 4.1.2.1; OpenID Connect Core,
 * 3.1.2.6).
 */
const knownErrors: ReadonlySet<string> = new Set([
  'invalid_request',
  'unauthorized_client',
  'unsupported_response_type',
  'invalid_scope',
  'server_error',
  'temporarily_unavailable',
  'interaction_required',
  'login_required',
  'account_selection_required',
  'consent_required',
])

/**
 * What an error of openid-client means for a sign-in: the callback proves nothing, or the provider fails. No
 * received value is passed on, because errors are logged and may hold tokens (T-47).
 *
 * @throws {PortError} `oidc_provider` for a failure of the provider.
 * @throws The original error, when it is not an error of the library.
 */
export function answerOfError(error: unknown): OidcAnswer {
  if (error instanceof AuthorizationResponseError) return answerOfRedirect(error.error)
  if (error instanceof ResponseBodyError) {
    // The code was used, is too old, or belongs to another verifier.
    if (error.error === 'invalid_grant') return rejected('code_refused')
    throw failure('rejected', `the token endpoint answered ${error.status}`)
  }
  if (error instanceof WWWAuthenticateChallengeError) {
    throw failure('rejected', `the provider answered ${error.status} with a challenge`)
  }
  if (error instanceof ClientError) return answerOfClientError(error)
  throw error
}

function answerOfRedirect(error: string): OidcAnswer {
  if (error === 'access_denied') return { kind: 'cancelled' }
  return rejected(knownErrors.has(error) ? error : 'provider_error')
}

function answerOfClientError({ code = 'no code', cause, message }: ClientError): OidcAnswer {
  // Errors of our own fetch arrive wrapped.
  if (cause instanceof PortError) throw cause
  switch (code) {
    case 'OAUTH_JWT_CLAIM_COMPARISON_FAILED':
      return rejected(`id_token_${claimIn(cause)}`)
    case 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED':
      return rejected('id_token_expired')
    case 'OAUTH_KEY_SELECTION_FAILED':
      return rejected('id_token_key')
    case 'OAUTH_INVALID_RESPONSE':
    case 'OAUTH_UNSUPPORTED_OPERATION':
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return rejected(reasonOfMessage(cause))
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM': {
      const status = cause instanceof Response ? cause.status : 0
      throw failure(status >= 500 ? 'unavailable' : 'corrupt', `the provider answered ${status}`)
    }
    default:
      throw failure('corrupt', `${code}: ${message}`)
  }
}

/** The name of the unexpected claim, which the library reports beside the claims. */
function claimIn(cause: unknown): string {
  const facts = cause instanceof Error ? cause.cause : undefined
  const claim = typeof facts === 'object' && facts && 'claim' in facts ? facts.claim : undefined
  return typeof claim === 'string' && /^[a-z_]+$/.test(claim) ? claim : 'claim'
}

/** The reason for the operator, from the library's fixed messages: one of its codes covers many faults. */
function reasonOfMessage(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : ''
  const [, reason] = reasons.find(([pattern]) => pattern.test(message)) ?? []
  return reason ?? 'answer_not_valid'
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [/"iss" \(issuer\) (?:missing|response parameter)/, 'callback_issuer'],
  [/"parameters"|callbackParameters/, 'callback_malformed'],
  [/signature/, 'id_token_signature'],
  [/"alg"|JWS algorithm/, 'id_token_algorithm'],
  [/"nonce"/, 'id_token_nonce'],
]

function rejected(reason: string): OidcAnswer {
  return { kind: 'rejected', reason }
}

function failure(kind: 'unavailable' | 'rejected' | 'corrupt', text: string): PortError {
  return new PortError('oidc_provider', kind, new Error(text))
}
