import { type Database, migrate } from '../src/index.ts'
import { openTestDatabase } from './open-test-store.ts'

/** What a contract suite runs on: adapters on one database. */
export interface DatabaseSubject<Port> {
  /** Opens an adapter. */
  open(): Promise<Port>
  /** Opens an adapter whose database has been closed, so that all its methods fail. */
  openBroken(): Promise<Port>
  /** Closes the database of an adapter. */
  close(port: Port): Promise<void>
}

/**
 * Opens the database anew for each test, so that it holds the records of earlier ones.
 *
 * @param address Known when a test runs: that of a database, or a function that opens one.
 */
export function databaseSubject<Port extends object>(
  address: () => string | (() => Database),
  create: (database: Database) => Port,
): DatabaseSubject<Port> {
  const databases = new Map<Port, Database>()

  async function open(): Promise<Port> {
    const database = await openAt(address())
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

async function openAt(address: string | (() => Database)): Promise<Database> {
  if (typeof address === 'string') return openTestDatabase(address)
  const database = address()
  await migrate(database)
  return database
}
