import { join } from 'node:path'
import { registerContract, storeContract } from '@gatehouse/auth-core/contracts'
import { describe, it } from '@jest/globals'
import { databaseSubject } from '../test-support/database-subject.ts'
import { temporaryFolder } from '../test-support/temporary-folder.ts'
import { toySealer } from '../test-support/toy-sealer.ts'
import { createSqlStore } from './create-sql-store.ts'
import type { Database } from './database.ts'

const create = (database: Database) => createSqlStore(database, { sealer: toySealer })

const file = join(temporaryFolder(), 'store.db')

registerContract(
  { describe, it },
  'SQLite in a file',
  storeContract(databaseSubject(() => file, create)),
)
registerContract(
  { describe, it },
  'SQLite in memory',
  storeContract(databaseSubject(() => ':memory:', create)),
)
