import { editions, newestEdition } from '@gatehouse/http-api/editions'
import { addressBlocks, hosts, origins } from '../schemas/lists.ts'
import { port, seconds, wholeNumber } from '../schemas/numbers.ts'
import { host, oneOf } from '../schemas/texts.ts'
import { contact, origin } from '../schemas/urls.ts'
import type { SettingList } from '../setting.ts'

/** The address and the limits of the gateway's HTTP server. */
export const httpSettings = {
  PORT: {
    schema: port,
    default: '8080',
    description: 'Where the gateway listens. `0` takes any free port.',
  },
  HOST: {
    schema: host,
    default: '127.0.0.1',
    description:
      'The address it listens on: this machine alone, unless you change it. In a container it has to be `0.0.0.0` or `::`.',
  },
  PUBLIC_BASE_URL: {
    schema: origin,
    default: 'http://localhost:$PORT',
    description:
      'The address people and programs use. Links in mails begin with it, never with what a request says. Use `https` wherever the network is not your own.',
    example: 'https://auth.example.com',
  },
  TRUSTED_PROXIES: {
    schema: addressBlocks,
    default: '',
    description:
      'Peers whose `X-Forwarded-For` is trusted, and who may ask for others whether a request may pass ([forward authentication](forward-auth.md)). Empty trusts none, not this machine either; limits then count by the address at the other end of the connection.',
    example: '10.0.0.0/8,fd00::/8',
  },
  FORWARD_AUTH_HOSTS: {
    schema: hosts,
    default: '',
    description:
      'Hosts whose requests other proxies may ask about, besides that of `PUBLIC_BASE_URL`; with the port, unless it is 80 or 443. A request to any other host is refused.',
    example: 'machines.example.com',
  },
  CORS_ALLOWED_ORIGINS: {
    schema: origins,
    default: '',
    description:
      'Origins, other than its own, whose pages may call the gateway and open terminals. Compared exactly; there is no wildcard. Web views of apps and extensions have schemes of their own, such as `capacitor://localhost`.',
    example: 'https://dashboard.example.com',
  },
  SECURITY_CONTACT: {
    schema: contact,
    description:
      'Where people report faults of this service: `/.well-known/security.txt` (RFC 9116) names it. Without it there is no such file.',
    example: 'mailto:security@example.com',
  },
  API_EDITION: {
    schema: oneOf(editions),
    default: newestEdition,
    description: `The edition of the API. Under \`${editions[0]}\` what came later answers 404.`,
  },
  AUTH_MAX_BODY_BYTES: {
    schema: wholeNumber('bytes', { min: 1024, max: 1_048_576 }),
    default: '65536',
    description:
      'Largest body that an authentication route reads; more is answered 413. Bodies for the machine backend are streamed and have no limit here.',
  },
  MAX_HEADER_BYTES: {
    schema: wholeNumber('bytes', { min: 8192, max: 131_072 }),
    default: '16384',
    description:
      'Largest header section of a request, more of which is answered 431; and of an answer of the backend, more of which is answered 502.',
  },
  HEADERS_TIMEOUT_SECONDS: {
    schema: seconds,
    default: '15',
    description: 'How long a client may take to send the header section.',
  },
  REQUEST_TIMEOUT_SECONDS: {
    schema: seconds,
    default: '300',
    description: 'How long a client may take to send a whole request, uploads included.',
  },
  CLIENT_MIN_BYTES_PER_SECOND: {
    schema: wholeNumber('bytes', { min: 1, max: 1_000_000 }),
    default: '500',
    description:
      'How fast a client has to send a body and to take an answer, while it is the one that is waited for. One that was slower for `BACKEND_TIMEOUT_SECONDS`, or for 30 seconds where the gateway itself answers, gets 408 or is cut off.',
  },
  KEEP_ALIVE_SECONDS: {
    schema: seconds,
    default: '65',
    description:
      'How long an idle connection stays open. Keep it above the idle time of a load balancer in front, which would otherwise use connections that are being closed.',
  },
  MAX_CONNECTIONS: {
    schema: wholeNumber('connections', { min: 1, max: 1_000_000 }),
    default: '10000',
    description: 'How many connections may be open at once, terminals included.',
  },
  MAX_CONNECTIONS_PER_NETWORK: {
    schema: wholeNumber('connections', { min: 1, max: 1_000_000 }),
    description:
      'How many of them one network (an IPv4 address, an IPv6 /64) may have open; more are closed at once. By the address at the other end of the connection: this machine and `TRUSTED_PROXIES` are exempt. A quarter of `MAX_CONNECTIONS` unless it is set.',
  },
} as const satisfies SettingList
