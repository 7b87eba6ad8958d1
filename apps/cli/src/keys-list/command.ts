import type { Command } from '../command.ts'

/** `gatehouse keys list` */
export const keysList: Command = {
  name: 'keys list',
  summary: 'lists the keys that sign tokens, never the secrets',
  details: [
    'next: will sign, accepted already; active: signs; retiring: signs no more, accepted until',
    'its tokens have expired; revoked: by `keys rotate --now`, not accepted. Times are in UTC.',
  ],
  options: {},
  json: 'prints a JSON object for each, a line each',

  run: async (call) => (await import('./run.ts')).run(call),
}
