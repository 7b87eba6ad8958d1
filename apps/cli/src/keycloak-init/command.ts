import type { Command } from '../command.ts'

/** `gatehouse keycloak init` */
export const keycloakInit: Command = {
  name: 'keycloak init',
  summary: 'makes the account that the gateway makes realms with, or sets it right',
  details: [
    'Prints the settings for the gateway. It may be run again at any time.',
    'Needs KEYCLOAK_URL, KEYCLOAK_ADMIN and KEYCLOAK_ADMIN_PASSWORD in the environment.',
  ],
  options: {},
  json: 'prints the result as a JSON object',

  run: async (call) => (await import('./run.ts')).run(call),
}
