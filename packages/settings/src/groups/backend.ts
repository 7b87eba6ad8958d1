import { seconds, wholeNumber } from '../schemas/numbers.ts'
import { oneOf } from '../schemas/texts.ts'
import { origin } from '../schemas/urls.ts'
import type { SettingList } from '../setting.ts'

/** The service behind the gateway. */
export const backendSettings = {
  MACHINE_BACKEND_URL: {
    schema: origin,
    required: true,
    description:
      'The machine backend, which gets every request under `/api/` that carries a valid token and is not about authentication. Paths are passed on unchanged.',
    example: 'http://127.0.0.1:9000',
  },
  BACKEND_TIMEOUT_SECONDS: {
    schema: seconds,
    default: '30',
    description:
      'How long the backend may be silent, before its answer and within it. Before: 504; within: the answer is cut off. And how long a client may be slower than `CLIENT_MIN_BYTES_PER_SECOND` on the way there and back.',
  },
  BACKEND_MAX_CONNECTIONS: {
    schema: wholeNumber('connections', { min: 1, max: 10_000 }),
    default: '64',
    description: 'How many connections to the backend are kept for requests; more requests wait.',
  },
  BACKEND_MAX_PER_USER: {
    schema: wholeNumber('connections', { min: 1, max: 10_000 }),
    description:
      'How many of them one account may have at once. Its further requests wait; when as many wait, they are answered 429 with `Retry-After`. A quarter of `BACKEND_MAX_CONNECTIONS` unless it is set.',
  },
  BACKEND_MAX_PER_TENANT: {
    schema: wholeNumber('connections', { min: 1, max: 10_000 }),
    description:
      'The same for one organization. Half of `BACKEND_MAX_CONNECTIONS` unless it is set; all of them where there is one organization.',
    example: '64',
  },
  BACKEND_MAX_PER_NETWORK: {
    schema: wholeNumber('connections', { min: 1, max: 10_000 }),
    description:
      'The same for one network, an IPv4 address or an IPv6 /64. Half of `BACKEND_MAX_CONNECTIONS` unless it is set; all of them where everybody comes from one address.',
    example: '64',
  },
  PROXY_ENGINE: {
    schema: oneOf(['undici', 'http-proxy-middleware']),
    default: 'undici',
    description:
      'What carries requests to the backend. Both keep the same promises; `undici` costs a fraction of the other, which stays for backends that it does not get along with.',
  },
} as const satisfies SettingList

/** Terminals, which are WebSockets to the backend. */
export const terminalSettings = {
  TERMINAL_MAX_PER_USER: {
    schema: wholeNumber('terminals', { min: 1, max: 1_000_000 }),
    default: '20',
    description: 'How many one account may have open.',
  },
  TERMINAL_MAX_PER_TENANT: {
    schema: wholeNumber('terminals', { min: 1, max: 1_000_000 }),
    default: '1000',
    description: 'How many one organization may have open.',
  },
  TERMINAL_MAX_PER_NETWORK: {
    schema: wholeNumber('terminals', { min: 1, max: 1_000_000 }),
    default: '100',
    description: 'How many may be open from one network, an IPv4 address or an IPv6 /64.',
  },
  TERMINAL_MAX_MESSAGE_BYTES: {
    schema: wholeNumber('bytes', { min: 1024, max: 67_108_864 }),
    default: '1048576',
    description: 'Largest message in either direction; a larger one closes the terminal (1009).',
  },
  TERMINAL_HEARTBEAT_SECONDS: {
    schema: wholeNumber('seconds', { min: 1, max: 3600 }),
    default: '30',
    description:
      'How often both ends are asked for a sign of life; one that gives none is dropped.',
  },
} as const satisfies SettingList
