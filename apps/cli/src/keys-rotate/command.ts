import type { Command } from '../command.ts'

/** `gatehouse keys rotate` */
export const keysRotate: Command = {
  name: 'keys rotate',
  summary: 'ends every token and every terminal, and signs with a new key',
  details: [
    'For when a key may be known to others. Everybody has to sign in again. It takes effect two',
    'seconds later on every replica at the same time; terminals are closed with 4403.',
    'Planned rotations need no command: JWT_ROTATION_DAYS.',
  ],
  options: {
    now: { summary: 'is needed: there is no other kind of rotation by hand' },
    'dry-run': { summary: 'says how many sessions and terminals it would end, and ends none' },
    yes: { summary: 'does not ask' },
  },
  json: 'prints the result as a JSON object',

  run: async (call) => (await import('./run.ts')).run(call),
}
