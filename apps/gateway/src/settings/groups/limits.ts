import { limit } from '../schemas/limit.ts'
import type { SettingList } from '../setting.ts'

/** How often what may be tried. */
export const limitSettings = {
  LIMIT_SIGN_UP_NETWORK: {
    schema: limit,
    default: '60/1h',
    description: 'Sign-ups from one network.',
  },
  LIMIT_SIGN_UP_OVERALL: {
    schema: limit,
    default: '300/1m',
    description: 'Sign-ups from everywhere.',
  },
  LIMIT_SIGN_UP_MAILS_ADDRESS: {
    schema: limit,
    default: '3/1d',
    description:
      'Mails that ask one address to confirm a sign-up. Beyond them accounts are made all the same, and no mail is sent.',
  },
  LIMIT_VERIFICATION_PAUSE: {
    schema: limit,
    default: '1/1m',
    description: 'Mails that confirm an address, asked for once more by one account: the pause.',
  },
  LIMIT_VERIFICATION_ADDRESS: {
    schema: limit,
    default: '5/1d',
    description: 'Mails that confirm an address, asked for once more, to one address.',
  },
  LIMIT_LOGIN_STREAK: {
    schema: limit,
    default: '10/1d',
    description:
      'Failed logins in a row at one account from one network before pauses begin, which grow; the time is how long a streak is remembered.',
  },
  LIMIT_LOGIN_ACCOUNT: {
    schema: limit,
    default: '50/1h',
    description:
      'Failed logins at one account from all networks, but for those its owner logged in from before.',
  },
  LIMIT_LOGIN_NETWORK: {
    schema: limit,
    default: '200/15m',
    description: 'Failed logins from one network.',
  },
  LIMIT_OTP_STREAK: {
    schema: limit,
    default: '10/1d',
    description: 'Wrong codes in a row at one account from one network before pauses begin.',
  },
  LIMIT_OTP_ACCOUNT: {
    schema: limit,
    default: '50/1d',
    description:
      'Wrong codes at one account from all networks, but for those its owner logged in from before.',
  },
  LIMIT_OTP_NETWORK: {
    schema: limit,
    default: '200/15m',
    description: 'Wrong codes from one network.',
  },
  LIMIT_FORGOT_ADDRESS: {
    schema: limit,
    default: '5/1h',
    description: 'Reset mails asked for one address, whether or not it has an account.',
  },
  LIMIT_FORGOT_NETWORK: {
    schema: limit,
    default: '60/1h',
    description: 'Reset mails asked for from one network.',
  },
  LIMIT_OTHER_NETWORK: {
    schema: limit,
    default: '600/1m',
    description: 'Refreshes and everything else that needs no token, from one network.',
  },
} as const satisfies SettingList
