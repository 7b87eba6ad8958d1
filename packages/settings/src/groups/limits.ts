import { limit } from '../schemas/limit.ts'
import { wholeNumber } from '../schemas/numbers.ts'
import type { SettingList } from '../setting.ts'

/** The limits of how often each thing may be tried. */
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
  LIMIT_INVITE_NETWORK: {
    schema: limit,
    default: '100/1h',
    description: 'Mails that invite, sent from one network.',
  },
  LIMIT_INVITE_TENANT: {
    schema: limit,
    default: '200/1d',
    description: 'Mails that invite into one organization.',
  },
  LIMIT_INVITE_ADDRESS: {
    schema: limit,
    default: '5/1d',
    description: 'Mails that invite one address, into whatever organization.',
  },
  LIMIT_ACCEPT_NETWORK: {
    schema: limit,
    default: '60/1h',
    description: 'Invitations that are accepted from one network, or tried to.',
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
  LIMIT_LOGIN_NETWORK_IN_ALL: {
    schema: limit,
    default: '2000/15m',
    description: 'Logins from one network, whether the password is right or wrong.',
  },
  LOGIN_MAX_IN_FLIGHT_PER_NETWORK: {
    schema: wholeNumber('attempts', { min: 1, max: 1_000_000 }),
    default: '8',
    description:
      'Logins of one network whose passwords are being checked, or wait for it, at the same time; the same number of sign-ups and resets. Further ones are answered 503 with `Retry-After`.',
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
    description:
      'Reset mails asked for one address from one network, whether or not it has an account; and mails to it over all networks, beyond which none is sent while the last link is good.',
  },
  LIMIT_FORGOT_NETWORK: {
    schema: limit,
    default: '60/1h',
    description: 'Reset mails asked for from one network.',
  },
  LIMIT_OTHER_NETWORK: {
    schema: limit,
    default: '600/1m',
    description: 'Refreshes and everything else that is not counted above, from one network.',
  },
} as const satisfies SettingList
