import { rm } from 'node:fs/promises'
import { postgresFile } from './find-postgres-service.ts'
import {
  createPostgresServer,
  type PostgresServer,
  removePostgresServer,
} from './postgres-server.ts'

/**
 * Starts a PostgreSQL with an empty database on loopback, or finds the one that runs.
 *
 * @param say - Called with a line for each step.
 */
export async function startPostgres(say: (line: string) => void): Promise<PostgresServer> {
  const running = postgresFile.running()
  if (running) return running
  const dead = postgresFile.read()
  if (dead) await rm(dead.dataFolder, { recursive: true, force: true })
  say('starting PostgreSQL')
  const server = await createPostgresServer({ port: Number(process.env.POSTGRES_PORT ?? 5433) })
  await postgresFile.write(server)
  return server
}

/** Stops the service and removes its data. */
export async function stopPostgres(): Promise<void> {
  const server = postgresFile.read()
  if (server === undefined) return
  await removePostgresServer(server)
  await postgresFile.forget()
}
