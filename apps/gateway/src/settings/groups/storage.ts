import { databaseUrl, folder } from '../schemas/storage.ts'
import { oneOf } from '../schemas/texts.ts'
import type { SettingList } from '../setting.ts'

/** Where things are kept. */
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
      'The database with accounts, sessions, mails to send and the audit log. Limits are counted in a second file beside it.',
    secret: true,
  },
  CREDENTIAL_STORE: {
    schema: oneOf(['local', 'keycloak']),
    default: 'local',
    description:
      'Where passwords are kept and checked: `local` is the same database (argon2id), `keycloak` a [Keycloak](keycloak.md) with a realm for each organization. Accounts do not move from one to the other.',
  },
} as const satisfies SettingList
