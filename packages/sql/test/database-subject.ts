import type { Database } from '../src/index.ts'
import { openTestDatabase } from './open-test-store.ts'

/** What a contract runs on: adapters that are made on one database file. */
export interface DatabaseSubject<Port> {
  open(): Promise<Port>
  openBroken(): Promise<Port>
  close(port: Port): Promise<void>
}

/** Opens the file anew for each test, so that it holds the records of earlier ones. */
export function databaseSubject<Port extends object>(
  file: string,
  create: (database: Database) => Port,
): DatabaseSubject<Port> {
  const databases = new Map<Port, Database>()

  async function open(): Promise<Port> {
    const database = await openTestDatabase(file)
    const port = create(database)
    databases.set(port, database)
    return port
  }

  async function close(port: Port): Promise<void> {
    await databases.get(port)?.close()
  }

  async function openBroken(): Promise<Port> {
    const port = await open()
    await close(port)
    return port
  }

  return { open, openBroken, close }
}
