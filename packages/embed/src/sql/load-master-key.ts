import { loadOrCreateMasterKey, parseMasterKey, readMasterKey } from '@gatehouse/crypto'

/**
 * The master key in a file; at the first start it is made, with its folder.
 *
 * @param isSealed Whether there are records already, which only the key that sealed them opens.
 * @throws {Error} Before anything is written, when there are records and no key; else naming the file.
 */
export async function loadMasterKey(
  file: string,
  isSealed: () => Promise<boolean>,
): Promise<Uint8Array> {
  if ((await readMasterKey({ file })) === null && (await isSealed())) {
    // A process that started at the same time makes the key before the records.
    const made = await readMasterKey({ file })
    if (made !== null) return made
    throw new Error(
      `There is no ${file}. There are records already, and only the master key that sealed them opens them: put it back. No key was made.`,
    )
  }
  return loadOrCreateMasterKey({ file })
}

/**
 * The master key in a file that another process has made.
 *
 * @throws {Error} Naming the file, when it is not there or cannot be used.
 */
export async function findMasterKey(file: string): Promise<Uint8Array> {
  const key = await readMasterKey({ file })
  if (key === null) throw new Error(`There is no ${file}: the service that signs makes it.`)
  return key
}

/**
 * A master key that was given.
 *
 * @param key 32 bytes, or them in base64.
 * @throws {TypeError} When it is none; it names the option and not the key.
 */
export function givenMasterKey(of: string, key: Uint8Array | string): Uint8Array {
  const bytes = typeof key === 'string' ? parseMasterKey(key) : key
  if (bytes instanceof Uint8Array && bytes.length === 32) return bytes
  throw new TypeError(`${of}: a master key is 32 bytes, or 32 bytes in base64`)
}
