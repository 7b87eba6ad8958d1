import { afterAll, beforeAll, jest } from '@jest/globals'
import {
  type Machines,
  openPagesEnvironment,
  type PagesEnvironment,
  startMachines,
} from './pages-environment.ts'

/**
 * Sets up a gateway and a mail server before the tests of a file, and takes them down after them.
 *
 * @param env More settings of the gateway.
 * @param options `machines` puts a backend with real terminals behind it.
 * @returns Gives the environment to a test.
 */
export function environmentOfFile(
  env: Readonly<Record<string, string>> = {},
  options: { readonly machines?: boolean } = {},
): () => PagesEnvironment {
  jest.setTimeout(120_000)
  let environment: PagesEnvironment
  let machines: Machines | undefined
  beforeAll(async () => {
    machines = options.machines ? await startMachines() : undefined
    environment = await openPagesEnvironment({
      ...(machines && { MACHINE_BACKEND_URL: machines.url }),
      ...env,
    })
  })
  afterAll(async () => {
    await environment.close()
    await machines?.stop()
  })
  return () => environment
}
