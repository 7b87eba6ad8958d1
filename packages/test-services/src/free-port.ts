import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port of loopback for what has to know its own address before it starts: the wanted one, or any
 * other when somebody has it. 0 wants any.
 *
 * It lies below those that systems lend to outgoing connections (from 32,768 on Linux, from 49,152
 * elsewhere), or such a connection could take it before its owner listens, or while that restarts.
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
