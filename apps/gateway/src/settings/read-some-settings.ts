import { readConfigFile } from './config-file.ts'
import { readValues } from './read-values.ts'
import type { SettingName, Values } from './setting-groups.ts'

/** The values of some settings, or what is wrong with them, a line each. */
export type SomeSettings<Name extends SettingName> =
  | { readonly ok: true; readonly values: Pick<Values, Name> }
  | { readonly ok: false; readonly mistakes: readonly string[] }

/**
 * Reads the settings that a command needs, from where the gateway reads them: it works although
 * another one is missing or wrong. No message holds a secret.
 */
export function readSomeSettings<Name extends SettingName>(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly Name[],
): SomeSettings<Name> {
  const file = readConfigFile(environment.CONFIG_FILE)
  const given = Object.entries({ ...file.values, ...environment }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const { values, mistakes } = readValues(Object.fromEntries(given))
  const wanted: ReadonlySet<string> = new Set(names)
  const wrong = [...file.mistakes, ...mistakes.filter(({ name }) => wanted.has(name))]
  if (wrong.length > 0) return { ok: false, mistakes: wrong.map(({ message }) => message) }
  // Without mistakes none of them is missing.
  return { ok: true, values: values as Pick<Values, Name> }
}
