import { readValues } from './read-values.ts'
import { type Environment, readVariables } from './read-variables.ts'
import type { SettingName, Values } from './setting-groups.ts'

/** The values of some settings, or the mistakes in them, one line each. */
export type SomeSettings<Name extends SettingName> =
  | { readonly ok: true; readonly value: Pick<Values, Name> }
  | { readonly ok: false; readonly mistakes: readonly string[] }

/**
 * Reads the settings that a command needs, from the same sources as the gateway. Mistakes in other settings
 * do not matter. No message holds a secret.
 */
export function readSomeSettings<Name extends SettingName>(
  environment: Environment,
  names: readonly Name[],
): SomeSettings<Name> {
  const variables = readVariables(environment)
  const { values, mistakes } = readValues(variables.values)
  const wanted: ReadonlySet<string> = new Set(names)
  const wrong = [...variables.mistakes, ...mistakes.filter(({ name }) => wanted.has(name))]
  if (wrong.length > 0) return { ok: false, mistakes: wrong.map(({ message }) => message) }
  // Without mistakes every one of them is present.
  return { ok: true, value: values as Pick<Values, Name> }
}
