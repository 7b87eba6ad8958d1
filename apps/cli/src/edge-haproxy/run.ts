import type { CommandCall, CommandResult } from '../command.ts'
import { printConfiguration } from './print-configuration.ts'

/** What `gatehouse edge haproxy` does. */
export async function run({ environment, texts }: CommandCall): Promise<CommandResult> {
  return printConfiguration(environment, texts)
}
