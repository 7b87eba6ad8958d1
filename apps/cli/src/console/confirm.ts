import { type Call, type ExitCode, exitCodes } from '../command.ts'

/**
 * Asks before something is done that cannot be undone, unless `--yes` was given.
 *
 * @returns With what to end; `undefined` to go on.
 */
export async function confirm(
  { flags, terminal }: Pick<Call, 'flags' | 'terminal'>,
  question: string,
): Promise<ExitCode | undefined> {
  if (flags.has('yes')) return undefined
  const answer = await terminal.ask(question)
  if (answer === true) return undefined
  if (answer === undefined) {
    terminal.complain('There is nobody to ask: --yes is needed.', 'Nothing was changed.')
    return exitCodes.usage
  }
  terminal.complain('Nothing was changed.')
  return exitCodes.left
}
