import type { Command } from '../command.ts'

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

  run: async (call) => (await import('./run.ts')).run(call),
}
