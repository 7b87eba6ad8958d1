import { join } from 'node:path'
import { loadOrCreateMasterKey, readMasterKey, type SealerOptions } from '@gatehouse/crypto'
import type { KeySettings } from '../settings/settings.ts'

/** The one that seals, and those that only open. */
export type MasterKeys = Required<SealerOptions>

/**
 * Those of the settings; without `MASTER_KEY` the one of the key file, which the first start makes.
 *
 * @throws {Error} When the file cannot be used, naming it.
 */
export async function loadMasterKeys(settings: KeySettings): Promise<MasterKeys> {
  const { masterKey } = settings
  return withPrevious(
    masterKey ?? (await loadOrCreateMasterKey({ file: masterKeyFile(settings) })),
    settings,
  )
}

/**
 * The same, and makes nothing.
 *
 * @returns What is missing, a sentence, where there is no key.
 * @throws {Error} When the file cannot be used, naming it.
 */
export async function findMasterKeys(settings: KeySettings): Promise<MasterKeys | string> {
  const file = masterKeyFile(settings)
  const masterKey = settings.masterKey ?? (await readMasterKey({ file }))
  if (masterKey === null) return `MASTER_KEY is not set, and there is no ${file}.`
  return withPrevious(masterKey, settings)
}

function masterKeyFile({ dataDir }: KeySettings): string {
  return join(dataDir, 'master.key')
}

function withPrevious(masterKey: Uint8Array, { previousMasterKeys }: KeySettings): MasterKeys {
  // The key file may hold one that is listed.
  const others = previousMasterKeys.filter((key) => !Buffer.from(key).equals(masterKey))
  return { masterKey, previousKeys: others }
}
