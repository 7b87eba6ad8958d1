import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { loadOrCreateMasterKey, readMasterKey, type SealerOptions } from '@gatehouse/crypto'
import { explained } from '@gatehouse/embed/parts'
import type { KeySettings } from '@gatehouse/settings'

/** The master key that seals, and the earlier ones that only open. */
export type MasterKeys = Required<SealerOptions>

/** The keys, or a sentence about what is missing. */
export type MasterKeysReading =
  | { readonly ok: true; readonly value: MasterKeys }
  | { readonly ok: false; readonly mistake: string }

/** The error for a database that none of the keys opens; follows its name. */
export const sealedOtherwise =
  'was sealed with another MASTER_KEY, which MASTER_KEY_PREVIOUS does not name either'

const keyNeeded =
  'The database has records already, and only the master key that sealed them opens them: put it back. No key was made.'

/** The file of the master key when `MASTER_KEY` is not set. */
export function masterKeyFile({ dataDir }: Pick<KeySettings, 'dataDir'>): string {
  return join(dataDir, 'master.key')
}

/**
 * The master keys of the settings; without `MASTER_KEY` the one in the key file. The first start creates the
 * file and its folder.
 *
 * @param isSealed Whether there are records already, which only the key that sealed them opens.
 * @throws {Error} When the folder or the file cannot be used, naming it; or, before anything is written, when
 *   there are records and no key.
 */
export async function loadMasterKeys(
  settings: KeySettings,
  isSealed: () => Promise<boolean>,
): Promise<MasterKeys> {
  const { dataDir, masterKey } = settings
  const cannotBeUsed = `DATA_DIR, ${dataDir}, cannot be used`
  const find = () => explained(cannotBeUsed, () => findMasterKeys(settings))
  if (!(await find()).ok && (await isSealed())) {
    // A process that started at the same time makes the key before the database.
    const found = await find()
    if (!found.ok) throw new Error(`${found.mistake} ${keyNeeded}`)
  }
  return explained(cannotBeUsed, async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const file = masterKeyFile(settings)
    return withPrevious(masterKey ?? (await loadOrCreateMasterKey({ file })), settings)
  })
}

/**
 * Like {@link loadMasterKeys}, but creates nothing.
 *
 * @throws {Error} When the file cannot be used, naming it.
 */
export async function findMasterKeys(settings: KeySettings): Promise<MasterKeysReading> {
  const file = masterKeyFile(settings)
  const masterKey = settings.masterKey ?? (await readMasterKey({ file }))
  if (masterKey === null) {
    return { ok: false, mistake: `MASTER_KEY is not set, and there is no ${file}.` }
  }
  return { ok: true, value: withPrevious(masterKey, settings) }
}

function withPrevious(masterKey: Uint8Array, { previousMasterKeys }: KeySettings): MasterKeys {
  // The key in the key file may also be in the list.
  const others = previousMasterKeys.filter((key) => !Buffer.from(key).equals(masterKey))
  return { masterKey, previousKeys: others }
}
