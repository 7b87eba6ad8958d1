import { randomBytes } from 'node:crypto'
import { link, mkdir, open, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { masterKeyLength } from './derive-key.ts'
import { parseMasterKey } from './parse-master-key.ts'

/** Where the master key is stored. */
export interface MasterKeyFile {
  /** The path of the file. Its folder is made if there is none. */
  readonly file: string
}

/**
 * Reads the master key from its file; at the first start it makes both, readable by the owner
 * alone. Processes that start at the same time end up with the same key. A file that exists is
 * never written to.
 *
 * @returns 32 bytes.
 * @throws {Error} Naming the file, when others than its owner may read or write it, when it holds
 *   no master key, or when it cannot be read or made.
 */
export async function loadOrCreateMasterKey({ file }: MasterKeyFile): Promise<Uint8Array> {
  const kept = await readMasterKey({ file })
  if (kept !== null) return kept
  await createKey(file)
  const made = await readMasterKey({ file })
  if (made === null) throw new Error(`${file} vanished while the master key was made`)
  return made
}

/**
 * Reads the master key from its file, and makes nothing.
 *
 * @returns 32 bytes, or `null` when there is no such file.
 * @throws {Error} As {@link loadOrCreateMasterKey}.
 */
export async function readMasterKey({ file }: MasterKeyFile): Promise<Uint8Array | null> {
  const handle = await unless('ENOENT', open(file, 'r'))
  if (handle === null) return null
  try {
    const { mode } = await handle.stat()
    if ((mode & 0o077) !== 0) {
      throw new Error(`${file} is open to others than its owner; chmod 600 closes it`)
    }
    const key = parseMasterKey(await handle.readFile('utf8'))
    if (key === null) throw new Error(`${file} does not hold a master key, 32 bytes in base64`)
    return key
  } finally {
    await handle.close()
  }
}

async function createKey(file: string): Promise<void> {
  const folder = dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(8).toString('hex')}.draft`
  try {
    await writeDurably(draft, `${randomBytes(masterKeyLength).toString('base64')}\n`)
    // Unlike a rename, a link never replaces what another process put there first.
    await unless('EEXIST', link(draft, file))
  } finally {
    await unless('ENOENT', unlink(draft))
  }
  await flush(folder)
}

async function writeDurably(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes the name in the folder survive a crash, as the content does. */
async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function unless<Value>(code: string, work: Promise<Value>): Promise<Value | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === code) return null
    throw error
  }
}
