import { afterAll, beforeAll, jest } from '@jest/globals'
import { openPagesEnvironment, type PagesEnvironment } from './pages-environment.ts'

/**
 * Sets up a gateway and a mail server before the tests of a file, and takes them down after them.
 *
 * @param env More settings of the gateway.
 * @returns Gives the environment to a test.
 */
export function environmentOfFile(
  env: Readonly<Record<string, string>> = {},
): () => PagesEnvironment {
  jest.setTimeout(120_000)
  let environment: PagesEnvironment
  beforeAll(async () => {
    environment = await openPagesEnvironment(env)
  })
  afterAll(() => environment.close())
  return () => environment
}
