import { callBuckets, define, waitBuckets } from '@gatehouse/prometheus'

const failures = '`unavailable`, `timeout`, `rejected`, `corrupt`' as const

/** The database and the credential store. */
export const storeDefinitions = {
  transactionSeconds: define({
    name: 'gatehouse_database_transaction_duration_seconds',
    type: 'histogram',
    help: 'How long a transaction took, with waiting for its turn or a connection, and repetitions. Those of keys, ended sessions and signs of life are not in it.',
    labels: {
      outcome: `\`committed\`; \`undone\` by what it was to do; or how the database failed: ${failures}`,
    },
    across: 'sum',
    buckets: callBuckets,
    attention:
      'Slow: the disk (SQLite), or the load, locks and disk of the database server. Failures: it is away, full or locked.',
  }),
  transactionRetries: define({
    name: 'gatehouse_database_transaction_retries_total',
    type: 'counter',
    help: 'Times that a transaction was run again: it met another one, or its connection broke.',
    labels: {},
    across: 'sum',
    attention:
      'Some are normal with several replicas. More than one in ten transactions: a row that everybody changes, or a server that drops connections.',
  }),
  transactionsOpen: define({
    name: 'gatehouse_database_transactions_open',
    type: 'gauge',
    help: 'Transactions under way, or waiting for their turn or a connection.',
    labels: {},
    across: 'sum',
    attention: 'Growing: the database does not keep up.',
  }),
  databaseConnections: define({
    name: 'gatehouse_database_connections',
    type: 'gauge',
    help: 'Connections to a database server, but for the one for signs of life; nothing with SQLite.',
    labels: {
      state:
        '`used`, `idle`; `waiting`: transactions that wait for one; `most`: the size of the pool',
    },
    across: 'sum',
    attention:
      '`waiting` above zero for long: a larger pool, if the server has room, or a faster database.',
  }),
  auditWaiting: define({
    name: 'gatehouse_audit_waiting',
    type: 'gauge',
    help: 'Entries of the audit log that wait for the chain.',
    labels: {},
    across: 'max',
    attention:
      'Growing: the job `audit chain` fails; see the log, and run [`gatehouse audit verify`](operations.md#the-audit-log). After an upgrade: the entries of before are being chained.',
  }),
  credentialSeconds: define({
    name: 'gatehouse_credential_store_duration_seconds',
    type: 'histogram',
    help: 'How long a call to the credential store took, with waiting for its turn.',
    labels: {
      call: '`create_tenant`, `add_user`, `remove_tenant`, `check_password` (for an account or, to look the same, for nobody), `set_password`, `set_enabled`, `set_groups`, `set_role`, `set_profile`, `remove_user`, `check_ready`',
      outcome: `\`ok\`; \`refused\`: a wrong password, a realm or user that exists; or how it failed: ${failures}`,
    },
    across: 'sum',
    buckets: waitBuckets,
    attention:
      'Failures: [Keycloak](keycloak.md#when-something-is-wrong) is away or refuses the gateway. Slow `check_password`: it lacks CPU, or with `local` this machine does.',
  }),
  credentialRequests: define({
    name: 'gatehouse_credential_store_requests',
    type: 'gauge',
    help: 'Requests to Keycloak; nothing with `CREDENTIAL_STORE=local`.',
    labels: {
      lane: '`slow` for making and removing realms, one at a time; `quick` for all else',
      state: '`under_way`, or `waiting` for their turn',
    },
    across: 'sum',
    attention:
      '`waiting` for long: Keycloak is too slow for that many logins; what exceeds the line gets 503.',
  }),
  credentialCircuit: define({
    name: 'gatehouse_credential_store_circuit_open',
    type: 'gauge',
    help: 'Whether Keycloak counts as down after five failures in a row, so that it is not asked: 1 or 0; nothing with `CREDENTIAL_STORE=local`.',
    labels: { lane: 'as above' },
    across: 'max',
    attention: '1: it is away. It is tried again every 5 seconds.',
  }),
  credentialInFlight: define({
    name: 'gatehouse_credential_store_calls_in_flight',
    type: 'gauge',
    help: 'Calls to the credential store under way or waiting for their turn.',
    labels: {},
    across: 'sum',
    attention: 'Growing: more logins than passwords can be checked; people wait.',
  }),
} as const
