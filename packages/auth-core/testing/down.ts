import { PortError, type PortFailure, type PortName } from '../src/ports/index.ts'

/**
 * A port method that fails, to be put in place of a working one:
 * `{ ...store, transaction: down('store') }`.
 */
export function down(port: PortName, failure: PortFailure = 'unavailable'): () => Promise<never> {
  return async () => {
    throw new PortError(port, failure)
  }
}
