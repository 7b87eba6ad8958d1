import { backup } from './backup/command.ts'
import type { Command } from './command.ts'
import { doctor } from './doctor/command.ts'
import { keycloakImport } from './import/command.ts'
import { keycloakInit } from './keycloak-init/command.ts'
import { keysList } from './keys/list.ts'
import { masterKeyReseal } from './keys/reseal.ts'
import { keysRotate } from './keys/rotate.ts'
import { migrateSqliteToPostgres } from './migrate/command.ts'

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
