import { readValues } from './read-values.ts'
import { type Environment, readVariables } from './read-variables.ts'
import type { SettingName, Values } from './setting-groups.ts'

/** The values of some settings, or what is wrong with them, a line each. */
export type SomeSettings<Name extends SettingName> =
  | { readonly ok: true; readonly value: Pick<Values, Name> }
  | { readonly ok: false; readonly mistakes: readonly string[] }

/**
 * Reads the settings that a command needs, from where the gateway reads them: it works although
 * another one is missing or wrong. No message holds a secret.
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
  // Without mistakes none of them is missing.
  return { ok: true, value: values as Pick<Values, Name> }
}
