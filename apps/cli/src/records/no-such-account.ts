import { type CommandResult, endWith } from '../command.ts'

/** The result of a command for an unknown account. */
export function noSuchAccount(username: string): CommandResult {
  return endWith('left', `There is no account ${username}.`)
}
