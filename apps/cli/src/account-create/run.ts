import type { CommandCall, CommandResult } from '../command.ts'
import { withDeployment } from '../records/with-deployment.ts'
import { createOne } from './create-one.ts'

/** What `gatehouse account create` does. */
export function run(call: CommandCall): Promise<CommandResult> {
  return withDeployment(call, (deployment) => createOne(deployment, call))
}
