import { join } from 'node:path'
import { cores } from '../processes/cores.ts'
import { startProgram } from '../processes/program.ts'
import type { ClientsPlan } from './clients-plan.ts'

/** How many of their requests were answered. */
export interface ClientCounts {
  readonly answered: number
  /** Those that were answered otherwise than they should be, or not at all. */
  readonly failed: number
}

/** Clients in a process of their own. */
export interface Clients {
  /** Puts them to work. */
  begin(plan: ClientsPlan): void
  /** Ends them, when they have their last answers. */
  stop(): Promise<ClientCounts>
}

/** Starts the process, on the core of the load; clients do nothing yet. */
export async function startClients(): Promise<Clients> {
  const file = join(import.meta.dirname, 'programs', 'clients.ts')
  const program = startProgram(file, cores.others, [])
  await program.next()
  return {
    begin: (plan) => void program.child.send(plan),
    async stop() {
      const counts = program.next()
      program.child.send('stop')
      const { answered = 0, failed = 0 } = await counts
      await program.stop()
      return { answered, failed }
    },
  }
}
