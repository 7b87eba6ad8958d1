import { duration, seconds, wholeNumber } from '../schemas/numbers.ts'
import { databaseUrl, folder } from '../schemas/storage.ts'
import { oneOf } from '../schemas/texts.ts'
import type { SettingList } from '../setting.ts'

/** The connection to PostgreSQL, when it stores the records. */
export const postgresSettings = {
  DATABASE_POOL_SIZE: {
    schema: wholeNumber('connections', { min: 2, max: 1000 }),
    default: '10',
    description:
      'PostgreSQL only: the most connections this process opens for requests. One more is for signs of life and keys, which so wait behind no request.',
  },
  DATABASE_CONNECT_TIMEOUT_SECONDS: {
    schema: seconds,
    default: '5',
    description:
      'PostgreSQL only: how long a request waits for a connection, and for a server that is away or starts.',
  },
  DATABASE_STATEMENT_TIMEOUT_SECONDS: {
    schema: seconds,
    default: '10',
    description:
      'PostgreSQL only: how long a statement may take, a transaction may stand still, and transactions that get in each other’s way are tried again.',
  },
  DATABASE_LOCK_TIMEOUT_SECONDS: {
    schema: seconds,
    default: '5',
    description: 'PostgreSQL only: how long a statement waits for the locks of others.',
  },
} as const satisfies SettingList

/** Where records and passwords are stored. */
export const storageSettings = {
  DATA_DIR: {
    schema: folder,
    default: '.data',
    description:
      'The folder for files of the gateway. A relative path begins where the gateway is started.',
    example: '/var/lib/gatehouse',
  },
  DATABASE_URL: {
    schema: databaseUrl,
    default: 'sqlite:$DATA_DIR/gatehouse.sqlite',
    description:
      'The database with accounts, sessions, mails to send and the audit log. SQLite is for one machine; limits are counted in a second file beside it. Replicas share a PostgreSQL, or a server that speaks its protocol; options such as `?sslmode=verify-full` are those of the driver. See [PostgreSQL](operations.md#postgresql).',
    secret: true,
  },
  ...postgresSettings,
  CREDENTIAL_STORE: {
    schema: oneOf(['local', 'keycloak']),
    default: 'local',
    description:
      'Where passwords are kept and checked: `local` is the same database (argon2id), `keycloak` a [Keycloak](keycloak.md) with a realm for each organization. Accounts do not move from one to the other.',
  },
  AUDIT_RETENTION_DAYS: {
    schema: duration('days', { max: 36_600 }),
    default: '400',
    description:
      'How long entries of the [audit log](operations.md#the-audit-log) are kept. Older ones are removed for good; what is left can be proved as before.',
  },
} as const satisfies SettingList
