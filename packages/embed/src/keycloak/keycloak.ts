import { checkOptions } from '../check-options.ts'
import type { CredentialsPart } from '../options.ts'
import type { OpenRecords } from '../parts/adapters.ts'
import type { SqlRecords } from '../sql/open-sql-records.ts'
import { type KeycloakSettings, openKeycloakCredentials } from './open-keycloak-credentials.ts'

/**
 * Passwords in Keycloak, a realm for each organization.
 *
 * @throws {TypeError} Naming the option that is missing, unknown or wrong.
 */
export function keycloak(options: KeycloakSettings): CredentialsPart {
  checkOptions('keycloak', options, {
    url: 'string',
    clientId: 'string',
    clientSecret: 'string',
    timeoutSeconds: 'number?',
    realmTimeoutSeconds: 'number?',
  })
  return {
    open(records, { clock, log }) {
      if (!isSql(records)) throw new TypeError('keycloak: the records have to be in SQL')
      const { database, sealer } = records
      return openKeycloakCredentials(options, { database, sealer, clock, log })
    },
  }
}

function isSql(records: OpenRecords): records is SqlRecords {
  return 'database' in records && 'sealer' in records
}
