import type { Command } from './command.ts'
import { keycloakInit } from './keycloak-init.ts'

/** Everything that `gatehouse` does, in the order in which `--help` lists it. */
export const commands: readonly Command[] = [keycloakInit]
