import type { Command } from '../command.ts'

/** `gatehouse organization list` */
export const organizationList: Command = {
  name: 'organization list',
  summary: 'lists the organizations, with how many people are in each',
  details: ['In the order of their ids. Times are in UTC.'],
  options: {},
  json: 'prints a JSON object for each, a line each',

  run: async (call) => (await import('./run.ts')).run(call),
}
