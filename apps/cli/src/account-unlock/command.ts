import type { Command } from '../command.ts'

/** `gatehouse account unlock` */
export const accountUnlock: Command = {
  name: 'account unlock',
  summary: 'forgets wrong passwords and codes that keep the owner of an account waiting',
  details: [
    'Also mails that were asked for too often. What is counted for networks stays. With',
    'PostgreSQL a replica may go on refusing for five seconds.',
  ],
  options: {},
  json: 'prints the result as a JSON object',
  operands: ['USERNAME'],

  run: async (call) => (await import('./run.ts')).run(call),
}
