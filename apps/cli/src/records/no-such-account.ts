import { type CommandResult, endWith } from '../command.ts'

/** What a command about one account ends with when there is none of that name. */
export function noSuchAccount(username: string): CommandResult {
  return endWith('left', `There is no account ${username}.`)
}
