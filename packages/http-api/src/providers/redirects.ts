import type { ProblemCode } from '../problems/problems.ts'

type Json = { readonly [key: string]: unknown }

/** A redirect route: its summary, its target and its refusals. */
export interface RedirectRoute {
  /** `operationId` in the OpenAPI document; unique there. */
  readonly operationId: string
  /** One sentence for the OpenAPI document. */
  readonly summary: string
  /** OpenAPI parameter objects; empty for a route without parameters. */
  readonly parameters: readonly Json[]
  /** The target of the redirect, as its description. */
  readonly leads: string
  /** The codes it can refuse with. */
  readonly problems: readonly ProblemCode[]
}

const offWithoutClient = 'Not found while the provider is not set up.'

const anyProvider = ['rate_limited', 'upstream_unavailable', 'not_found'] as const

function startRoute(letter: string): RedirectRoute {
  return {
    operationId: `startOidcLogin${letter}`,
    summary: `Send the browser to provider ${letter}. ${offWithoutClient}`,
    parameters: [],
    leads: `To the sign-in page of provider ${letter}`,
    problems: anyProvider,
  }
}

function callbackRoute(letter: string): RedirectRoute {
  return {
    operationId: `finishOidcLogin${letter}`,
    summary: `Where provider ${letter} sends the browser back to. ${offWithoutClient}`,
    parameters: [
      query('state', 'As it was sent to the provider'),
      query('code', 'The authorization code'),
      query('iss', 'The issuer (RFC 9207)'),
      query('error', 'Why there is no code'),
    ],
    leads:
      'To the dashboard with `token`, `expires_in` and `session_token` in the fragment; to the ' +
      'workspace picker with `session_token` there, if the person belongs to several ' +
      'organizations; or, refused, to the sign-in page with the code as `error` in the query',
    problems: [
      ...anyProvider,
      'oidc_expired',
      'oidc_cancelled',
      'oidc_rejected',
      'oidc_no_account',
      'credential_store_unavailable',
    ],
  }
}

function query(name: string, description: string): Json {
  return { name, in: 'query', description, schema: { type: 'string' } }
}

/** The routes of both providers, by their paths. */
export const redirectRoutes: readonly (readonly [string, RedirectRoute])[] = ['a', 'b'].flatMap(
  (letter) => [
    [`/api/auth/oidc/provider_${letter}`, startRoute(letter.toUpperCase())],
    [`/api/auth/oidc/provider_${letter}/callback`, callbackRoute(letter.toUpperCase())],
  ],
)
