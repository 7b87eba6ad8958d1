import { exemptClients, productTokens } from '../schemas/lists.ts'
import { duration, wholeNumber } from '../schemas/numbers.ts'
import { onOrOff } from '../schemas/texts.ts'
import type { SettingList } from '../setting.ts'

/** One-time codes, and who is asked for them. */
export const loginSettings = {
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
      'Clients that are never asked for one. They are known by their `User-Agent`, which anybody can send: while this is not empty, one-time codes do not stop somebody who has stolen a password.',
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
