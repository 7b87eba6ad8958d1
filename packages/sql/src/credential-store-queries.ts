import { PortError } from '@gatehouse/auth-core/ports'
import type { Database } from './database.ts'

/** Queries whose failures are reported as the credential store's, which is kept in this database. */
export function credentialStoreQueries(database: Database): Pick<Database, 'read' | 'transaction'> {
  return {
    read: (ask) => database.read(ask).catch(rethrow),
    transaction: (work) => database.transaction(work).catch(rethrow),
  }
}

function rethrow(error: unknown): never {
  throw error instanceof PortError
    ? new PortError('credential_store', error.failure, error.cause)
    : error
}
