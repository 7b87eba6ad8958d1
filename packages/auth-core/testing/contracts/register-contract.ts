import type { Contract } from './contract.ts'

/** What the runners of tests have in common: Jest, Vitest and `node:test` export both functions. */
export interface Runner {
  /** Registers a group of tests. */
  describe(name: string, register: () => void): unknown
  /** Registers a test. */
  it(name: string, test: () => Promise<void>): unknown
}

/**
 * Registers the tests of a contract.
 *
 * @param runner The functions of the project's runner: `{ describe, it }`.
 * @param adapter What is tested, for the names of the tests: `SQLite in a file`.
 */
export function registerContract(runner: Runner, adapter: string, contract: Contract): void {
  runner.describe(`${adapter} keeps its contract`, () => {
    for (const { name, run } of contract) runner.it(name, run)
  })
}
