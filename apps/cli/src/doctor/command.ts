import type { Command } from '../command.ts'

/** `gatehouse doctor` */
export const doctor: Command = {
  name: 'doctor',
  summary: 'compares our records with the credential store, and repairs what differs',
  details: [
    'Needs the settings of the gateway, which may be running; with Keycloak also KEYCLOAK_ADMIN',
    'and KEYCLOAK_ADMIN_PASSWORD. Without --fix it changes nothing.',
    'Ends with 0 when nothing is wrong, 1 when something is left, 2 when a setting is wrong, 3',
    'when the database or Keycloak cannot be used.',
  ],
  options: {
    fix: { summary: 'repairs, after asking' },
    yes: {
      summary: 'asks nothing; what lets somebody in or makes or removes a realm only with --only',
    },
    only: { summary: 'repairs findings of these kinds alone', value: 'KIND[,KIND]' },
    edge: { summary: 'tries an edge at its public address with a forged token', value: 'URL' },
    'remove-realm': {
      summary: 'removes a realm without an organization, with the people in it',
      value: 'REALM',
    },
  },
  json: 'prints the result as a JSON object',

  run: async (call) => (await import('./run.ts')).run(call),
}
