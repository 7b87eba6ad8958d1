import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { resolve as absolute } from 'node:path'
import { createMachineRoutes } from './machine-routes.ts'
import { createFileMachineStore } from './machine-store.ts'
import { startShell } from './shell.ts'
import { createTerminalRoutes } from './terminal-routes.ts'

/** Where the backend keeps its data, and how it starts shells. */
export interface MachineBackendOptions {
  /** The folder of `machines.json`; created if missing. */
  readonly dataDir: string
  /** The source of PATH, HOME and LANG for shells; unless given, this process's environment. */
  readonly shellEnv?: NodeJS.ProcessEnv
  /** How many terminals may be open at once; 16 unless given. */
  readonly maxShells?: number
}

/** The machine backend: an HTTP server with machines and terminals. */
export interface MachineBackend {
  /**
   * The server, which does not listen yet. It must listen on loopback only, because it trusts the gateway's
   * headers.
   */
  readonly server: Server
  /** Ends every terminal and stops listening. */
  stop(): Promise<void>
}

/**
 * The demo's backend: machines are kept in a file, and each terminal is a real shell of the user who started
 * the demo.
 * @throws {Error} if the file of machines is damaged.
 */
export function createMachineBackend(options: MachineBackendOptions): MachineBackend {
  const machines = createFileMachineStore(options.dataDir)
  const env = options.shellEnv ?? process.env
  const directory = shellDirectory(env, options.dataDir)
  const terminals = createTerminalRoutes({
    machines,
    startShell: () => startShell({ directory, env }),
    maxShells: options.maxShells ?? 16,
  })
  const server = createServer(createMachineRoutes(machines))
  server.on('upgrade', terminals.upgrade)
  return {
    server,
    async stop() {
      const closed = new Promise<void>((resolve) => {
        // An error only means that it was not listening.
        server.close(() => resolve())
      })
      await terminals.closeAll()
      server.closeAllConnections()
      await closed
    },
  }
}

function shellDirectory({ HOME }: NodeJS.ProcessEnv, dataDir: string): string {
  return HOME && existsSync(HOME) ? HOME : absolute(dataDir)
}
