import { join } from 'node:path'
import { credentialStoreContract } from '@gatehouse/auth-core/contracts'
import { databaseSubject } from '../../test-support/database-subject.ts'
import { temporaryFolder } from '../../test-support/temporary-folder.ts'
import { withReservations } from '../../test-support/with-reservations.ts'
import type { Database } from '../database.ts'
import { createLocalCredentialStore } from './create-local-credential-store.ts'

const argon2 = { memoryKiB: 64, passes: 1, lanes: 1 }
const create = (database: Database) =>
  withReservations(database, createLocalCredentialStore(database, { argon2 }))
const file = join(temporaryFolder(), 'credentials.db')

credentialStoreContract(
  'SQLite in a file',
  databaseSubject(() => file, create),
)
credentialStoreContract(
  'SQLite in memory',
  databaseSubject(() => ':memory:', create),
)
