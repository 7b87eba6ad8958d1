import type { Command } from '../command.ts'

/** `gatehouse account enable` */
export const accountEnable: Command = {
  name: 'account enable',
  summary: 'lets an account in again that is kept out',
  details: ['Its password, role and API keys are as before. What was open stays ended.'],
  options: {},
  json: 'prints the result as a JSON object',
  operands: ['USERNAME'],

  run: async (call) => (await import('./run.ts')).run(call),
}
