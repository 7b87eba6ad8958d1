import type { Command } from '../command.ts'

/** `gatehouse master-key reseal` */
export const masterKeyReseal: Command = {
  name: 'master-key reseal',
  summary: 'seals everything in the database with MASTER_KEY that another key has sealed',
  details: [
    'The last step of changing the master key: by then MASTER_KEY is the new one, here and on',
    'every replica, and MASTER_KEY_PREVIOUS the one before. Gateways go on meanwhile. It may be',
    'broken off and run again at any time, and says when the key before is not needed any more.',
  ],
  options: { 'dry-run': { summary: 'counts what it would seal, and seals nothing' } },
  json: 'prints the result as a JSON object',

  run: async (call) => (await import('./run.ts')).run(call),
}
