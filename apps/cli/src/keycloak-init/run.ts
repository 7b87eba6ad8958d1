import type { CommandCall, CommandResult } from '../command.ts'
import { initKeycloak } from './init-keycloak.ts'

/** What `gatehouse keycloak init` does. */
export function run({ environment }: CommandCall): Promise<CommandResult> {
  return initKeycloak(environment)
}
