import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { loadOrCreateMasterKey, readMasterKey, type SealerOptions } from '@gatehouse/crypto'
import type { KeySettings } from '@gatehouse/settings'
import { explained } from './explained.ts'

/** The one that seals, and those that only open. */
export type MasterKeys = Required<SealerOptions>

/** The keys, or a sentence that says what is missing. */
export type MasterKeysReading =
  | { readonly ok: true; readonly value: MasterKeys }
  | { readonly ok: false; readonly mistake: string }

/** What is wrong with a database that none of the keys opens, after its name. */
export const sealedOtherwise =
  'was sealed with another MASTER_KEY, which MASTER_KEY_PREVIOUS does not name either'

/** Where the master key is kept that `MASTER_KEY` does not name. */
export function masterKeyFile({ dataDir }: Pick<KeySettings, 'dataDir'>): string {
  return join(dataDir, 'master.key')
}

/**
 * Those of the settings; without `MASTER_KEY` the one of the key file. The first start makes the
 * file and the folder that it is in.
 *
 * @throws {Error} When the folder or the file cannot be used, naming it.
 */
export function loadMasterKeys(settings: KeySettings): Promise<MasterKeys> {
  const { dataDir, masterKey } = settings
  return explained(`DATA_DIR, ${dataDir}, cannot be used`, async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const file = masterKeyFile(settings)
    return withPrevious(masterKey ?? (await loadOrCreateMasterKey({ file })), settings)
  })
}

/**
 * The same, and makes nothing.
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
  // The key file may hold one that is listed.
  const others = previousMasterKeys.filter((key) => !Buffer.from(key).equals(masterKey))
  return { masterKey, previousKeys: others }
}
