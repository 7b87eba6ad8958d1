import { expect } from '@jest/globals'
import { PortError, type PortFailure, type PortName } from '../../src/ports/index.ts'

/** Expects work to fail with a {@link PortError} of this port, and returns the error. */
export async function expectPortError(
  work: Promise<unknown>,
  port: PortName,
  failure?: PortFailure,
): Promise<PortError> {
  const error = await work.then(
    () => 'no error',
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof PortError)) throw new Error('expected a PortError', { cause: error })
  expect(error).toMatchObject(failure === undefined ? { port } : { port, failure })
  return error
}
