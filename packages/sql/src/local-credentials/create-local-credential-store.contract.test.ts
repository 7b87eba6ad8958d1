import { join } from 'node:path'
import { credentialStoreContract, registerContract } from '@gatehouse/auth-core/contracts'
import { describe, it } from '@jest/globals'
import { databaseSubject } from '../../test-support/database-subject.ts'
import { hashesDuring } from '../../test-support/hashes-during.ts'
import { temporaryFolder } from '../../test-support/temporary-folder.ts'
import { withReservations } from '../../test-support/with-reservations.ts'
import type { Database } from '../database.ts'
import { createLocalCredentialStore } from './create-local-credential-store.ts'

const argon2 = { memoryKiB: 64, passes: 1, lanes: 1 }
const create = (database: Database) =>
  withReservations(database, createLocalCredentialStore(database, { argon2 }))
const file = join(temporaryFolder(), 'credentials.db')

registerContract(
  { describe, it },
  'SQLite in a file',
  credentialStoreContract({
    ...databaseSubject(() => file, create),
    checksDuring: hashesDuring,
  }),
)
registerContract(
  { describe, it },
  'SQLite in memory',
  credentialStoreContract({
    ...databaseSubject(() => ':memory:', create),
    checksDuring: hashesDuring,
  }),
)
