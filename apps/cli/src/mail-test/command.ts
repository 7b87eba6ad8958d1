import type { Command } from '../command.ts'

/** `gatehouse mail test` */
export const mailTest: Command = {
  name: 'mail test',
  summary: 'sends one mail now, past the outbox, and tells what the mail server answers',
  details: [
    'Needs SMTP_URL, MAIL_FROM and the BRAND settings of the gateway; no database.',
    'Ends with 0 when the server has taken the mail, 1 when it refuses the recipient or the',
    'content, 2 when a setting or the address is wrong, 3 when the server cannot be used.',
  ],
  options: {},
  json: 'prints the result as a JSON object',
  operands: ['ADDRESS'],

  run: async (call) => (await import('./run.ts')).run(call),
}
