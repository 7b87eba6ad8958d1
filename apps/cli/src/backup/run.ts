import type { CommandCall, CommandResult } from '../command.ts'
import { backUp } from './back-up.ts'

/** What `gatehouse backup` does. */
export function run({ console, environment, flags, texts }: CommandCall): Promise<CommandResult> {
  return backUp(environment, {
    to: texts.to ?? '',
    isReplacing: flags.has('overwrite'),
    onProgress: progressOn(console.progress),
  })
}

/** Prints a line for each tenth, since a small database is copied too fast to read more. */
function progressOn(show: (line: string) => void): (share: number) => void {
  let last = 0
  return (share) => {
    const tenths = Math.floor(share * 10)
    if (tenths <= last) return
    last = tenths
    show(`${tenths * 10} % copied`)
  }
}
