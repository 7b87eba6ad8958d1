import type { Command } from '../command.ts'

/** `gatehouse mail status` */
export const mailStatus: Command = {
  name: 'mail status',
  summary: 'tells which mails wait, since when, and why',
  details: [
    'Mails that were given up are told for a day. Times are in UTC.',
    'Ends with 0 when no mail has failed, 1 when some have, 2 when a setting is wrong, 3 when',
    'the database cannot be used.',
  ],
  options: {},
  json: 'prints the result as a JSON object',

  run: async (call) => (await import('./run.ts')).run(call),
}
