import { seconds, wholeNumber } from '../schemas/numbers.ts'
import { keycloakClientSecret } from '../schemas/secrets.ts'
import { token } from '../schemas/texts.ts'
import { serverUrl } from '../schemas/urls.ts'
import type { SettingList } from '../setting.ts'

/** The connection to Keycloak, when it stores the passwords. */
export const keycloakSettings = {
  KEYCLOAK_URL: {
    schema: serverUrl,
    description:
      'Where Keycloak is, up to the part before `/realms`. Passwords go there: use `https` unless it is on this machine.',
    example: 'https://keycloak.example.com',
  },
  KEYCLOAK_CLIENT_ID: {
    schema: token,
    default: 'gatehouse',
    description: 'The client of the realm `master` that makes realms, and may do nothing else.',
  },
  KEYCLOAK_CLIENT_SECRET: {
    schema: keycloakClientSecret,
    description: 'Its secret, as `gatehouse keycloak init` prints it.',
    secret: true,
  },
  KEYCLOAK_TIMEOUT_SECONDS: {
    schema: seconds,
    default: '10',
    description:
      'How long Keycloak may take for a request such as the check of a password. With more than 20, another process may take up a change of a password that this one is still at.',
  },
  KEYCLOAK_REALM_TIMEOUT_SECONDS: {
    schema: wholeNumber('seconds', { min: 1, max: 150 }),
    default: '60',
    description: 'How long Keycloak may take to make a realm or to remove one.',
  },
} as const satisfies SettingList
