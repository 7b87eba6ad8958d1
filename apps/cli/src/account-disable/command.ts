import type { Command } from '../command.ts'

/** `gatehouse account disable` */
export const accountDisable: Command = {
  name: 'account disable',
  summary: 'keeps an account out, and ends all that it has open',
  details: [
    'Its sessions, tokens and terminals end within two seconds on every replica. Repeating it',
    'mends a credential store that has missed it. The last administrator is kept out, too.',
  ],
  options: {},
  json: 'prints the result as a JSON object',
  operands: ['USERNAME'],

  run: async (call) => (await import('./run.ts')).run(call),
}
