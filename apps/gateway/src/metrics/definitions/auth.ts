import { define, waitBuckets } from '@gatehouse/prometheus'

/** Metrics of use cases and limits. */
export const authDefinitions = {
  outcomes: define({
    name: 'gatehouse_auth_outcomes_total',
    type: 'counter',
    help: 'What came of the use cases: logins, codes, refreshes, sign-ups and all others.',
    labels: {
      operation: 'the use case: `logIn`, `verifyOtp`, `refresh`, …, `finishOidcLogin`',
      outcome:
        'what it did, such as `authenticated`, `otp_required`, `tenant_selection_required`, `refreshed`; a refusal by its [code](http-api.md#errors); `invalid`; `failed` when a dependency did; `error` for a fault of our own',
      client: '`ui`, `cli` or `vscode`, as the request looks',
    },
    across: 'sum',
    attention:
      'Wrong passwords (`invalid_credentials`) far above the usual: somebody tries lists of them. Many `otp_required` but few `authenticated` of `verifyOtp`: codes do not arrive. `failed`: a dependency is away.',
  }),
  rateLimited: define({
    name: 'gatehouse_rate_limited_total',
    type: 'counter',
    help: 'Attempts that a limit stopped.',
    labels: {
      rule: 'the limit, such as `login_network`; `login_streak_pause` and `otp_streak_pause` for the pauses after failures in a row; `other`',
    },
    across: 'sum',
    attention:
      'One rule in bulk: an attack, or many people behind one address; see [Limits](operations.md#limits). `sign_up_overall`: nobody can sign up.',
  }),
  admissionWaiting: define({
    name: 'gatehouse_password_queue',
    type: 'gauge',
    help: 'Passwords that are being checked or set, or wait for it.',
    labels: {
      kind: '`check` for logins, `set` for sign-ups and resets',
      state: '`under_way`, or `waiting` for its turn',
    },
    across: 'sum',
    attention:
      '`waiting` above zero for long: a flood of logins, or too few cores. Beyond 64 further ones are answered 503.',
  }),
  admissionSeconds: define({
    name: 'gatehouse_password_queue_wait_seconds',
    type: 'histogram',
    help: 'How long passwords waited until they were checked or set.',
    labels: { kind: 'as above' },
    across: 'sum',
    buckets: waitBuckets,
    attention: 'Seconds: the credential store is slower than the bounds of the queue allow for.',
  }),
  admissionRefused: define({
    name: 'gatehouse_password_queue_refused_total',
    type: 'counter',
    help: 'Attempts whose passwords were not looked at.',
    labels: {
      kind: 'as above',
      code: '`overloaded`: too many of one network or in all, or the client was gone; `rate_limited`: too many strangers at one account',
    },
    across: 'sum',
    attention:
      'Many `overloaded`: an attack, or many people behind one address: `LOGIN_MAX_IN_FLIGHT_PER_NETWORK`.',
  }),
  limiterSeconds: define({
    name: 'gatehouse_rate_limit_store_duration_seconds',
    type: 'histogram',
    help: 'How long a question to the counters of attempts took.',
    labels: { outcome: '`ok`, or how it failed: `unavailable`, `timeout`, `rejected`, `corrupt`' },
    across: 'sum',
    buckets: [0.0001, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    attention:
      'Failures: nobody can log in, since nothing is let through uncounted; look at the disk or the database of the counters.',
  }),
} as const
