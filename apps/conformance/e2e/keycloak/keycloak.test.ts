/** The gateway on Keycloak and PostgreSQL. */

import { parseEnv } from 'node:util'
import { runGatehouse } from '@gatehouse/gateway/testing'
import { createDatabase } from '@gatehouse/sql/testing'
import { findKeycloakService } from '@gatehouse/test-services'
import { jest } from '@jest/globals'
import { describeConformance } from '../../test-support/describe-conformance.ts'
import { openSubject } from '../../test-support/open-subject.ts'

// Realms take their time on a machine that does other things too.
jest.setTimeout(300_000)

describeConformance(async () => {
  const database = await createDatabase()
  const subject = await openSubject({ ...(await keycloakSettings()), DATABASE_URL: database.url })
  return {
    ...subject,
    async close() {
      await subject.close()
      await database.drop()
    },
  }
})

async function keycloakSettings(): Promise<Readonly<Record<string, string>>> {
  const service = findKeycloakService()
  if (service === undefined) throw new Error('Keycloak is not running: npm run services')
  const { code, output, errors } = await runGatehouse(['keycloak', 'init'], {
    KEYCLOAK_URL: service.url,
    KEYCLOAK_CLIENT_ID: 'gatehouse-conformance',
    KEYCLOAK_ADMIN: service.admin.username,
    KEYCLOAK_ADMIN_PASSWORD: service.admin.password,
  })
  if (code !== 0) throw new Error(`gatehouse keycloak init: ${errors}`)
  const [, printed = ''] = output.split('\n\n')
  const patience = { KEYCLOAK_TIMEOUT_SECONDS: '60', KEYCLOAK_REALM_TIMEOUT_SECONDS: '120' }
  return { ...(parseEnv(printed) as Record<string, string>), ...patience }
}
