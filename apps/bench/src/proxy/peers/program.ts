import { join } from 'node:path'
import { cores } from '../../processes/cores.ts'
import { startProgram } from '../../processes/program.ts'
import type { Peer, PeerOptions } from '../peer.ts'

/**
 * A peer that is one of this benchmark's programs: its arguments are the backend's port and the
 * secret.
 */
export async function startProgramPeer(
  program: string,
  { backend, secret }: PeerOptions,
  { name, work }: Pick<Peer, 'name' | 'work'>,
): Promise<Peer> {
  const file = join(import.meta.dirname, '..', 'programs', `${program}.ts`)
  const { pid, next, stop } = startProgram(file, cores.measured, [String(backend), secret])
  const { port = 0 } = await next()
  return { name, pid, port, work, stop }
}
