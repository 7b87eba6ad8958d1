import { join } from 'node:path'
import { storeContract } from '@gatehouse/auth-core/contracts'
import { databaseSubject } from '../test-support/database-subject.ts'
import { temporaryFolder } from '../test-support/temporary-folder.ts'
import { toySealer } from '../test-support/toy-sealer.ts'
import { createSqlStore } from './create-sql-store.ts'
import type { Database } from './database.ts'

const create = (database: Database) => createSqlStore(database, { sealer: toySealer })

const file = join(temporaryFolder(), 'store.db')

storeContract(
  'SQLite in a file',
  databaseSubject(() => file, create),
)
storeContract(
  'SQLite in memory',
  databaseSubject(() => ':memory:', create),
)
