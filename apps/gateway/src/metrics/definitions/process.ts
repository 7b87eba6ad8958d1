import { define } from '@gatehouse/prometheus'

/** Metrics of the process, its keys and its workers. */
export const processDefinitions = {
  build: define({
    name: 'gatehouse_build_info',
    type: 'gauge',
    help: 'Always 1; its labels say what is running.',
    labels: { version: 'of Gatehouse', node: 'of Node.js', edition: 'of the interface' },
    across: 'first',
    attention: 'More than one version for long: an upgrade that stopped halfway.',
  }),
  signingKeys: define({
    name: 'gatehouse_signing_keys',
    type: 'gauge',
    help: 'Signing keys that this process knows.',
    labels: { state: '`next`, `active`, `retiring`, `expired`, `revoked`' },
    across: 'max',
    attention: 'No `active` one: it cannot sign; the log says why the ring was not loaded.',
  }),
  keyActiveFrom: define({
    name: 'gatehouse_signing_key_active_from_timestamp_seconds',
    type: 'gauge',
    help: 'Since when the key that signs has done so, in Unix time; nothing with `JWT_SECRET`.',
    labels: {},
    across: 'min',
    attention: 'Replicas that differ for more than some seconds: one does not see the database.',
  }),
  keyRotationDue: define({
    name: 'gatehouse_signing_key_rotation_due_timestamp_seconds',
    type: 'gauge',
    help: 'When the next key takes over, in Unix time; nothing with `JWT_SECRET`.',
    labels: {},
    across: 'min',
    attention: 'In the past: the job `keys` fails; see the log.',
  }),
  clockSkew: define({
    name: 'gatehouse_clock_skew_seconds',
    type: 'gauge',
    help: "By how much this machine's clock is ahead of the database's, as compared each minute.",
    labels: {},
    across: 'max',
    attention: '2 and more, or -2 and less: use NTP. From 5 on the replica is not ready.',
  }),
  workerRounds: define({
    name: 'gatehouse_worker_rounds_total',
    type: 'counter',
    help: 'Rounds of what happens by itself.',
    labels: {
      worker:
        '`mail`, `keys`, `endings`, `presence`, `mail health`, `clock`, `tidy`, `unfinished`, `unconfirmed`, `closed`, `audit chain`, `audit retention`, `API keys`, `credential store`, `edges`, the name of a provider',
      outcome: '`ok` or `failed`',
    },
    across: 'sum',
    attention: 'Failures: the log lines `worker failed`.',
  }),
  workerLastSuccess: define({
    name: 'gatehouse_worker_last_success_timestamp_seconds',
    type: 'gauge',
    help: 'When a round last ended well, in Unix time; before the first, when the process started.',
    labels: { worker: 'as above' },
    across: 'min',
    attention: 'Minutes ago: it fails or hangs. Each takes its turn at least every five minutes.',
  }),
  edgeFresh: define({
    name: 'gatehouse_edge_fresh_seconds',
    type: 'gauge',
    help: 'For how long an edge still goes by what it was told here; nothing without `EDGE_SOCKETS`.',
    labels: { edge: 'its place in `EDGE_SOCKETS`, from 1' },
    across: 'max',
    attention:
      '0: it cannot be told, see the log line `edge cannot be told`; gateways check all of its tokens, which costs them more.',
  }),
} as const
