import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A free port of loopback, for a server that has to know its address before it starts.
 *
 * It lies below the ports that systems give to outgoing connections (from 32,768 on Linux, from
 * 49,152 elsewhere), or such a connection could take it before the server listens, or while it
 * restarts.
 *
 * @param wanted The port to prefer; another one is found when it is taken. 0 for any.
 */
export async function freePort(wanted = 0): Promise<number> {
  for (let port = wanted || somePort(); ; port = somePort()) {
    if (await isFree(port)) return port
  }
}

function somePort(): number {
  return randomInt(12_000, 32_768)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  }
  probe.close()
  await once(probe, 'close')
  return true
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
