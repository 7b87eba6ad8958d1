import { backup } from './backup.ts'
import type { Command } from './command.ts'
import { doctor } from './doctor.ts'
import { keycloakImport } from './keycloak-import.ts'
import { keycloakInit } from './keycloak-init.ts'
import { keysList } from './keys-list.ts'
import { keysRotate } from './keys-rotate.ts'
import { masterKeyReseal } from './master-key-reseal.ts'
import { migrateSqliteToPostgres } from './migrate-sqlite-to-postgres.ts'

/** Everything that `gatehouse` does, in the order in which `--help` lists it. */
export const commands: readonly Command[] = [
  backup,
  doctor,
  keycloakInit,
  keycloakImport,
  keysList,
  keysRotate,
  masterKeyReseal,
  migrateSqliteToPostgres,
]
