import { readConfigFile } from './config-file.ts'
import type { Remark } from './remark.ts'

/** The environment of a process, or a substitute. */
export type Environment = Readonly<Record<string, string | undefined>>

/** The variables that are set, and the mistakes in the file that may set them. */
export interface Variables {
  /** The values as written. */
  readonly values: Readonly<Record<string, string>>
  /** The mistakes; all concern `CONFIG_FILE`. */
  readonly mistakes: readonly Remark[]
}

/**
 * Reads all variables, settings or not, from the same sources as the gateway: the environment, and the file
 * that `CONFIG_FILE` names. The environment wins.
 */
export function readVariables(environment: Environment): Variables {
  const { values, mistakes } = readConfigFile(environment.CONFIG_FILE)
  const set = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return { values: { ...values, ...Object.fromEntries(set) }, mistakes }
}
