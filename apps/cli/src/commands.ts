import { auditVerify } from './audit-verify/command.ts'
import { backup } from './backup/command.ts'
import type { Command } from './command.ts'
import { doctor } from './doctor/command.ts'
import { keycloakImport } from './keycloak-import/command.ts'
import { keycloakInit } from './keycloak-init/command.ts'
import { keysList } from './keys-list/command.ts'
import { keysRotate } from './keys-rotate/command.ts'
import { masterKeyReseal } from './master-key-reseal/command.ts'
import { migrateSqliteToPostgres } from './migrate-sqlite-to-postgres/command.ts'

/** Everything that `gatehouse` does, in the order in which `--help` lists it. */
export const commands: readonly Command[] = [
  auditVerify,
  backup,
  doctor,
  keycloakInit,
  keycloakImport,
  keysList,
  keysRotate,
  masterKeyReseal,
  migrateSqliteToPostgres,
]
