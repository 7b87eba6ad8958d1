import { emailDomains, exemptClients, productTokens } from '../schemas/lists.ts'
import { duration, wholeNumber } from '../schemas/numbers.ts'
import { oneOf, onOrOff } from '../schemas/texts.ts'
import type { SettingList } from '../setting.ts'

/** Sign-up, login, one-time codes, and the client types that are exempt from them. */
export const loginSettings = {
  SIGN_UP: {
    schema: oneOf(['open', 'invited', 'closed']),
    default: 'open',
    description:
      'How organizations and people come in. `open`: people make organizations by themselves, and their administrators invite others. `invited`: only the operator makes organizations, and people come by an invitation. `closed`: the operator alone brings in both, and no invitation works.',
  },
  SIGN_UP_DOMAINS: {
    schema: emailDomains,
    default: '',
    description:
      'Domains of the addresses that may sign up, not those below them; empty: any. It is no proof: an address may still be unconfirmed. Invitations go to any domain: an administrator answers for them.',
    example: 'example.com,example.org',
  },
  UNCONFIRMED_ACCOUNTS: {
    schema: oneOf(['full', 'no_terminals', 'no_login']),
    default: 'full',
    description:
      'What an account may do whose address was never confirmed. `full`: everything, since it reaches its own organization alone. `no_terminals`: it logs in and administers, but opens no terminal, reaches no machine and sees no API key. `no_login`: its password is refused like a wrong one until the address is confirmed.',
  },
  INVITATION_DAYS: {
    schema: duration('days', { max: 90 }),
    default: '7',
    description: 'How long the link in a mail that invites is good.',
  },
  OTP_MINUTES: {
    schema: duration('minutes', { max: 10 }),
    default: '5',
    description: 'How long a one-time code is good.',
  },
  OTP_DEFAULT: {
    schema: onOrOff,
    default: 'off',
    description:
      'Whether new organizations ask for a one-time code; their administrators can change it.',
  },
  LOGIN_FLOOR_MILLISECONDS: {
    schema: wholeNumber('milliseconds', { min: 0, max: 10_000 }),
    default: '500',
    description:
      'A login or a forgotten password is answered no earlier, so that its time does not tell how many organizations an email has. With a slow Keycloak more may be needed.',
  },
  OTP_EXEMPT_CLIENTS: {
    schema: exemptClients,
    default: 'cli,vscode',
    description:
      'Clients that are never asked for one. They are known by their `User-Agent`, which anybody can send: while this is not empty, one-time codes do not stop a person who has stolen a password.',
  },
  CLI_USER_AGENTS: {
    schema: productTokens,
    default: 'gatehouse-cli/',
    description: 'How the `User-Agent` of a command line begins; a version has to follow.',
    example: 'gatehouse-cli/,acme-cli/',
  },
  VSCODE_USER_AGENTS: {
    schema: productTokens,
    default: 'gatehouse-vscode/',
    description: 'The same for the editor extension.',
  },
} as const satisfies SettingList
