import { PortError } from '@gatehouse/auth-core/ports'
import type { Database } from './database.ts'

/** The queries of a database whose failures are those of the credential store that is kept in it. */
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
