import { nearMisses } from './near-misses.ts'
import { readValues, settingNames } from './read-values.ts'
import { type Environment, readVariables } from './read-variables.ts'
import type { Remark } from './remark.ts'
import { brokenRules, type RuleContext, surprises } from './rules.ts'
import type { Values } from './setting-groups.ts'
import type { Settings } from './settings.ts'
import { toSettings } from './to-settings.ts'

/** What reading the settings needs from outside. */
export type ReadSettingsOptions = Pick<RuleContext, 'isKnownSecret'>

/** The settings, or all mistakes in them. Notices are for the log. */
export type SettingsReading =
  | { readonly ok: true; readonly value: Settings; readonly notices: readonly Remark[] }
  | {
      readonly ok: false
      readonly mistakes: readonly Remark[]
      readonly notices: readonly Remark[]
    }

/**
 * Reads all settings from environment variables and from the file that `CONFIG_FILE` names, if it is set; the
 * environment wins. All mistakes are reported together; no message holds a secret.
 */
export function readSettings(
  environment: Environment,
  { isKnownSecret }: ReadSettingsOptions,
): SettingsReading {
  const variables = readVariables(environment)
  const isGiven = (name: string) => Object.hasOwn(variables.values, name)
  const { values, mistakes } = readValues(variables.values)
  const context: RuleContext = { values, isGiven, isKnownSecret }
  const names = Object.keys(variables.values)
  const notices = [...nearMisses(names, settingNames), ...surprises(context)]
  // A missing variable may be set in the file that could not be read.
  const all =
    variables.mistakes.length > 0
      ? [...variables.mistakes, ...mistakes.filter(({ name }) => isGiven(name))]
      : [...mistakes, ...brokenRules(context)]
  if (all.length > 0) return { ok: false, mistakes: all, notices }
  // Without mistakes every value is present.
  return { ok: true, value: toSettings(values as Values), notices }
}
