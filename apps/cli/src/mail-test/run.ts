import type { CommandCall, CommandResult } from '../command.ts'
import { sendTestMail } from './send-test-mail.ts'

/** What `gatehouse mail test` does. */
export function run({ environment, operands: [to = ''] }: CommandCall): Promise<CommandResult> {
  return sendTestMail(environment, to)
}
