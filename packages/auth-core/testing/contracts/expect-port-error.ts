import { expect } from 'expect'
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
  if (!(error instanceof PortError)) {
    throw new Error(`expected a PortError of ${port}, and got ${nameOf(error)}`, { cause: error })
  }
  expect(error).toMatchObject(failure === undefined ? { port } : { port, failure })
  return error
}

function nameOf(thrown: unknown): string {
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
}
