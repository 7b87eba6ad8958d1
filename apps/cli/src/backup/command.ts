import type { Command } from '../command.ts'
import { backUp } from './back-up.ts'

/** `gatehouse backup` */
export const backup: Command = {
  name: 'backup',
  summary: 'copies the database into a file, while gateways use it',
  details: [
    'The copy is that of one moment, for its owner alone, and whole when its name appears.',
    'The master key is not in it. PostgreSQL is backed up with its own tools.',
  ],
  options: {
    to: { summary: 'where the copy is to be', value: 'FILE', required: true },
    overwrite: { summary: 'replaces a file that is there, once the copy is whole' },
  },
  json: 'prints the result as a JSON object',

  run: ({ console, environment, flags, texts }) =>
    backUp(environment, {
      to: texts.to ?? '',
      isReplacing: flags.has('overwrite'),
      onProgress: progressOn(console.progress),
    }),
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
