import { PortError, type PortName } from '@gatehouse/auth-core/ports'

/** An error of the driver, and its circumstances. */
interface SqliteErrorContext {
  readonly error: unknown
  readonly port: PortName
  /** Whether the database was open at that time. */
  readonly isOpen: boolean
}

/** A better-sqlite3 error as the port reports it, or `undefined` for a bug of ours. */
export function sqliteFailure({ error, port, isOpen }: SqliteErrorContext): PortError | undefined {
  const code = codeOf(error)
  if (code === undefined) {
    // On a closed database better-sqlite3 throws a TypeError, as it does for a value of ours that
    // it cannot bind.
    return isOpen ? undefined : new PortError(port, 'unavailable', error)
  }
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return new PortError(port, 'corrupt', error)
  if (code.startsWith('SQLITE_CONSTRAINT')) return new PortError(port, 'rejected', error)
  return new PortError(port, 'unavailable', error)
}

/** SQLite's code of an error, from any copy of the driver. */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  const { code } = error
  return typeof code === 'string' && code.startsWith('SQLITE_') ? code : undefined
}
