import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from '@jest/globals'

const closings: (() => void)[] = []

afterEach(() => {
  for (const close of closings.splice(0)) close()
})

/** What answers requests of a test. */
export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown

/** Serves until the end of the running test, and tells the address. */
export async function listen(listener: Listener): Promise<string> {
  const server = createServer((request, response) => void listener(request, response))
  closings.push(() => server.close().closeAllConnections())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
