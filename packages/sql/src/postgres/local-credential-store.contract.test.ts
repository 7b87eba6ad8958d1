import { credentialStoreContract, registerContract } from '@gatehouse/auth-core/contracts'
import { describe, it } from '@jest/globals'
import { databaseSubject } from '../../test-support/database-subject.ts'
import { hashesDuring } from '../../test-support/hashes-during.ts'
import { postgresDatabase } from '../../test-support/postgres-database.ts'
import { describeLocalCredentials } from '../../test-support/suites/describe-local-credentials.ts'
import { withReservations } from '../../test-support/with-reservations.ts'
import type { Database } from '../database.ts'
import { createLocalCredentialStore } from '../local-credentials/create-local-credential-store.ts'

const argon2 = { memoryKiB: 64, passes: 1, lanes: 1 }
const create = (database: Database) =>
  withReservations(database, createLocalCredentialStore(database, { argon2 }))

registerContract(
  { describe, it },
  'PostgreSQL',
  credentialStoreContract({
    ...databaseSubject(postgresDatabase(), create),
    checksDuring: hashesDuring,
  }),
)
describeLocalCredentials('PostgreSQL', postgresDatabase())
