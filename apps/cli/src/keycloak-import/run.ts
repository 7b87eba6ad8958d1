import type { CommandCall, CommandResult } from '../command.ts'
import { runImport } from './run-import.ts'

/** What `gatehouse keycloak import` does. */
export async function run({
  console,
  environment,
  flags,
  texts,
}: CommandCall): Promise<CommandResult> {
  const options = {
    realm: texts.realm ?? '',
    adminRole: texts['admin-role'],
    dryRun: flags.has('dry-run'),
    yes: flags.has('yes'),
  }
  return runImport(environment, options, console)
}
