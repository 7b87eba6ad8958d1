import { PortError, type PortFailure, type PortName } from '../src/ports/index.ts'

/** A failing method to put in place of a port's method: `{ ...store, transaction: down('store') }`. */
export function down(port: PortName, failure: PortFailure = 'unavailable'): () => Promise<never> {
  return async () => {
    throw new PortError(port, failure)
  }
}
