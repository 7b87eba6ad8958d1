import type { Mail } from '@gatehouse/auth-core/ports'
import { define, waitBuckets } from '@gatehouse/prometheus'

/** A kind that is missing here does not compile. */
const kinds = {
  verify_email: true,
  otp: true,
  password_reset: true,
  password_changed: true,
  password_doubtful: true,
  account_claimed: true,
  protection_lowered: true,
  invitation: true,
  email_change: true,
  email_change_requested: true,
  email_changed: true,
  organization_closing: true,
} as const satisfies Readonly<Record<Mail['kind'], true>>

/** Metrics of mails. */
export const mailDefinitions = {
  deliveries: define({
    name: 'gatehouse_mail_deliveries_total',
    type: 'counter',
    help: 'Attempts to hand a mail to the mail server.',
    labels: {
      kind: Object.keys(kinds)
        .map((kind) => `\`${kind}\``)
        .join(', '),
      outcome:
        '`sent`; `cancelled`: it had expired when its turn came; or how it failed: `unavailable`, `timeout`, `corrupt` are tried again, `rejected` is not',
    },
    across: 'sum',
    attention:
      'No `sent` while mails wait: the mail server, or its password. `rejected`: addresses that do not exist, or a sender that it does not accept.',
  }),
  deliverySeconds: define({
    name: 'gatehouse_mail_delivery_duration_seconds',
    type: 'histogram',
    help: 'How long a step of such an attempt took.',
    labels: {
      step: '`prepare`: until the server had accepted the recipient; `content`: until it had taken the mail, one mail at a time',
    },
    across: 'sum',
    buckets: waitBuckets,
    attention:
      'Slow `content`: codes arrive late, and the outbox grows. Slow `prepare`: the server looks up recipients.',
  }),
  outboxResults: define({
    name: 'gatehouse_outbox_mails_total',
    type: 'counter',
    help: 'What became of mails of the outbox that were due.',
    labels: { fate: '`sent`, `postponed`, `given_up`' },
    across: 'sum',
    attention:
      '`given_up`: expired, or refused by the server for good; the table `outbox` has the reason.',
  }),
  outboxWaiting: define({
    name: 'gatehouse_outbox_waiting',
    type: 'gauge',
    help: 'Mails that are neither sent nor given up, as the database has it for all replicas.',
    labels: {},
    across: 'max',
    attention: 'Growing: the mail server does not take them, or slower than they come.',
  }),
  outboxOldest: define({
    name: 'gatehouse_outbox_oldest_seconds',
    type: 'gauge',
    help: 'How long the oldest of them has waited; 0 when none waits.',
    labels: {},
    across: 'max',
    attention:
      'Above a minute with codes among them: people cannot log in. One mail alone may be a recipient whose server is away.',
  }),
  mailUp: define({
    name: 'gatehouse_mail_server_up',
    type: 'gauge',
    help: 'Whether the mail server answered when it was last asked: 1 or 0.',
    labels: {},
    across: 'min',
    attention: '0: logins that need a code answer 503; see [Mail](operations.md#mail).',
  }),
} as const
