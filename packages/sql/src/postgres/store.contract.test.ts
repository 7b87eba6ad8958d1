import { registerContract, storeContract } from '@gatehouse/auth-core/contracts'
import { describe, it } from '@jest/globals'
import { databaseSubject } from '../../test-support/database-subject.ts'
import { postgresDatabase } from '../../test-support/postgres-database.ts'
import { toySealer } from '../../test-support/toy-sealer.ts'
import { createSqlStore } from '../create-sql-store.ts'
import type { Database } from '../database.ts'

const create = (database: Database) => createSqlStore(database, { sealer: toySealer })

registerContract(
  { describe, it },
  'PostgreSQL',
  storeContract(databaseSubject(postgresDatabase(), create)),
)
