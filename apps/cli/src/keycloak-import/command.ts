import type { Command } from '../command.ts'

/** `gatehouse keycloak import` */
export const keycloakImport: Command = {
  name: 'keycloak import',
  summary: 'brings the users of a realm that exists in as accounts of an organization',
  details: [
    'Says what it changes in Keycloak, and asks before. Passwords stay there and stay valid. It',
    'may be killed and run again: whoever has an account stays as they are.',
    'Needs the settings of the gateway, KEYCLOAK_ADMIN and KEYCLOAK_ADMIN_PASSWORD.',
    'Ends with 0 when everybody came in, 1 when somebody was left out, 2 when it was called',
    'wrongly, 3 when the database or Keycloak cannot be used.',
  ],
  options: {
    realm: {
      summary: 'the realm; the organization is called by its name',
      value: 'NAME',
      required: true,
    },
    'admin-role': {
      summary: 'the role of the realm whose holders become company_admin (company_admin)',
      value: 'ROLE',
    },
    'dry-run': { summary: 'says what would happen, and changes nothing' },
    yes: { summary: 'does not ask' },
  },
  json: 'prints the result as a JSON object',

  run: async (call) => (await import('./run.ts')).run(call),
}
