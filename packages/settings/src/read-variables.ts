import { readConfigFile } from './config-file.ts'
import type { Remark } from './remark.ts'

/** The environment of a process, or what stands for it. */
export type Environment = Readonly<Record<string, string | undefined>>

/** Variables that are set, by their names, and what is wrong with the file they may come from. */
export interface Variables {
  /** As they were written. */
  readonly values: Readonly<Record<string, string>>
  /** All of them are about `CONFIG_FILE`. */
  readonly mistakes: readonly Remark[]
}

/**
 * Reads variables, settings or not, from where the gateway reads its settings: the environment, and
 * the file that `CONFIG_FILE` names. The environment wins.
 */
export function readVariables(environment: Environment): Variables {
  const { values, mistakes } = readConfigFile(environment.CONFIG_FILE)
  const set = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return { values: { ...values, ...Object.fromEntries(set) }, mistakes }
}
