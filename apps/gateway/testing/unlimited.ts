const plenty = '100000000/1d'

/** Settings under which no limit is ever reached: for tests that do more than people do. */
export const unlimited = {
  LIMIT_SIGN_UP_NETWORK: plenty,
  LIMIT_SIGN_UP_OVERALL: plenty,
  LIMIT_SIGN_UP_MAILS_ADDRESS: plenty,
  LIMIT_INVITE_NETWORK: plenty,
  LIMIT_INVITE_TENANT: plenty,
  LIMIT_INVITE_ADDRESS: plenty,
  LIMIT_ACCEPT_NETWORK: plenty,
  LIMIT_LOGIN_STREAK: plenty,
  LIMIT_LOGIN_ACCOUNT: plenty,
  LIMIT_LOGIN_NETWORK: plenty,
  LIMIT_LOGIN_NETWORK_IN_ALL: plenty,
  LOGIN_MAX_IN_FLIGHT_PER_NETWORK: '1000000',
  LIMIT_OTP_STREAK: plenty,
  LIMIT_OTP_ACCOUNT: plenty,
  LIMIT_OTP_NETWORK: plenty,
  LIMIT_FORGOT_ADDRESS: plenty,
  LIMIT_FORGOT_NETWORK: plenty,
  LIMIT_OTHER_NETWORK: plenty,
} as const
