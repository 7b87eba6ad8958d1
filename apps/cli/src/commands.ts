import { accountCreate } from './account-create/command.ts'
import { accountDisable } from './account-disable/command.ts'
import { accountEnable } from './account-enable/command.ts'
import { accountUnlock } from './account-unlock/command.ts'
import { auditVerify } from './audit-verify/command.ts'
import { backup } from './backup/command.ts'
import type { Command } from './command.ts'
import { doctor } from './doctor/command.ts'
import { edgeHaproxy } from './edge-haproxy/command.ts'
import { edgeKeys } from './edge-keys/command.ts'
import { keycloakImport } from './keycloak-import/command.ts'
import { keycloakInit } from './keycloak-init/command.ts'
import { keysList } from './keys-list/command.ts'
import { keysRotate } from './keys-rotate/command.ts'
import { mailStatus } from './mail-status/command.ts'
import { mailTest } from './mail-test/command.ts'
import { masterKeyReseal } from './master-key-reseal/command.ts'
import { migrateSqliteToPostgres } from './migrate-sqlite-to-postgres/command.ts'
import { organizationList } from './organization-list/command.ts'

/** All commands of `gatehouse`, in the order of `--help`. */
export const commands: readonly Command[] = [
  auditVerify,
  accountCreate,
  accountDisable,
  accountEnable,
  accountUnlock,
  backup,
  doctor,
  edgeHaproxy,
  edgeKeys,
  keycloakInit,
  keycloakImport,
  keysList,
  keysRotate,
  mailStatus,
  mailTest,
  masterKeyReseal,
  migrateSqliteToPostgres,
  organizationList,
]
