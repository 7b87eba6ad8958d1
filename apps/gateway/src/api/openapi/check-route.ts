import type { ProblemCode } from '@gatehouse/http-api'
import { identityNames } from '@gatehouse/proxy'

type Json = { readonly [key: string]: unknown }

/** The codes that a check is refused with. */
export const checkProblems = [
  'token_missing',
  'token_invalid',
  'token_expired',
  'session_ended',
  'token_stale',
  'account_unconfirmed',
  'origin_not_allowed',
  'request_refused',
] as const satisfies readonly ProblemCode[]

const text = { type: 'string' }

const handedOn = (name: string, description: string): Json => ({
  name,
  in: 'header',
  description,
  schema: text,
})

/** What other proxies ask, without its problems. */
export const checkRoute: Json & { readonly responses: Json } = {
  operationId: 'checkRequest',
  tags: ['backend'],
  security: [{ bearer: [] }],
  summary: 'Tell another proxy whether a request may pass',
  description:
    'For proxies that carry requests themselves (forward authentication). A proxy that `TRUSTED_PROXIES` names hands ' +
    'on the request with all three `X-Forwarded-…` fields, or sends the check with the method and the host of the ' +
    'request to `/api/auth/verify` with the target of the request behind it. Anybody else asks about a token of ' +
    'their own, and hands on nothing. The token of a terminal may stand in the query of its target.',
  parameters: [
    handedOn('X-Forwarded-Method', 'The method of the request that the proxy has at hand'),
    handedOn('X-Forwarded-Host', 'What the client sent as `Host`'),
    handedOn('X-Forwarded-Uri', 'The target of the request, as it stood in the request line'),
  ],
  responses: {
    200: {
      description:
        'It may pass. The header fields are those by which the backend is told who asks.',
      headers: Object.fromEntries(
        identityNames.map((name) => [
          name,
          { description: 'Percent-encoded; may be empty', required: true, schema: text },
        ]),
      ),
    },
  },
}
