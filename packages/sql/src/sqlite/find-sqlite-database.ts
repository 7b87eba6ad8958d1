import { open } from 'node:fs/promises'

/** How each database file begins, unless it is still empty (SQLite's file format, section 1.3). */
const begin = 'SQLite format 3\0'

/**
 * Whether a file holds a database. Opens nothing in it.
 *
 * @throws {Error} When the file is something else, or cannot be read.
 */
export async function findSqliteDatabase(file: string): Promise<boolean> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })
  if (!handle) return false
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(begin.length), 0, begin.length, 0)
    if (bytesRead > 0 && buffer.toString('latin1') !== begin) {
      throw new Error('file is not a database')
    }
    return true
  } finally {
    await handle.close()
  }
}
