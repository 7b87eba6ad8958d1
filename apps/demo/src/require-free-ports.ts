import { createServer } from 'node:net'
import type { PortSetting } from './demo-settings.ts'
import { LaunchError } from './launch-error.ts'

/**
 * Checks that every port is free, before anything is started.
 * @throws {LaunchError} naming the first port that is not, and its setting.
 */
export async function requireFreePorts(ports: readonly PortSetting[]): Promise<void> {
  for (const { setting, port } of ports) {
    const code = await tryPort(port)
    if (code === undefined) continue
    if (code === 'EADDRINUSE') {
      throw new LaunchError(`Port ${port} is in use; choose another with ${setting}.`)
    }
    throw new LaunchError(`Port ${port} cannot be used (${code}); choose another with ${setting}.`)
  }
}

function tryPort(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(undefined)))
  })
}
