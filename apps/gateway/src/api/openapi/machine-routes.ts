import type { ProblemCode } from '@gatehouse/http-api'

type Json = { readonly [key: string]: unknown }

const common = { tags: ['machines'], security: [{ bearer: [] }] }

/** The codes that the gateway refuses them with, in the backend's place. */
export const machineProblems = [
  'token_missing',
  'token_invalid',
  'token_expired',
  'session_ended',
  'token_stale',
  'account_unconfirmed',
  'origin_not_allowed',
  'rate_limited',
  'upstream_unavailable',
  'upstream_timeout',
] as const satisfies readonly ProblemCode[]

const text = { type: 'string' }
const machine = {
  type: 'object',
  required: ['id'],
  properties: { id: text, name: text, os: text, status: { enum: ['online', 'offline'] } },
}

/**
 * The routes of the machine backend that the pages use, by path, without their problems. The backend's own
 * document has the others.
 */
export const machineRoutes: Readonly<Record<string, Json & { readonly responses: Json }>> = {
  '/api/machines': {
    ...common,
    operationId: 'listMachines',
    summary: 'List the machines of your organization',
    description:
      'Everything below `/api/` but `/api/auth/` and terminals is a route of the machine backend. The ' +
      'gateway checks the token and passes the request on; what the backend answers comes through as it is.',
    responses: {
      200: {
        description: 'As the backend answers',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['machines'],
              properties: { machines: { type: 'array', items: machine } },
            },
            example: {
              machines: [{ id: 'demo', name: 'demo', os: 'linux', status: 'online' }],
            },
          },
        },
      },
    },
  },
  '/api/terminal/{agent_id}/ws': {
    ...common,
    operationId: 'openTerminal',
    summary: 'Open a terminal on a machine (WebSocket)',
    description:
      'Binary messages are the bytes of the terminal, both ways; the text message ' +
      '`{"type": "resize", "cols": 80, "rows": 24}` is its size. Browsers, which can set no header, send the ' +
      'token in the query instead. Close code 4401: the token has expired and was not refreshed; 4403: the ' +
      'session has ended; 1012: connect again.',
    parameters: [
      {
        name: 'agent_id',
        in: 'path',
        required: true,
        description: '`id` in the list of machines',
        schema: { ...text, pattern: '^[A-Za-z0-9_-]{1,128}$' },
      },
      {
        name: 'token',
        in: 'query',
        description: 'The access token, if it is not in `Authorization`',
        schema: text,
      },
    ],
    responses: { 101: { description: 'The terminal is open.' } },
  },
}
