import { readConfigFile } from './config-file.ts'
import type { Finding } from './finding.ts'
import { nearMisses } from './near-misses.ts'
import { readValues, settingNames } from './read-values.ts'
import { brokenRules, type RuleContext, surprises } from './rules.ts'
import type { Values } from './setting-groups.ts'
import type { Settings } from './settings.ts'
import { toSettings } from './to-settings.ts'

/** What reading the settings needs from outside. */
export type ReadSettingsOptions = Pick<RuleContext, 'isKnownSecret'>

/** Settings, or everything that is wrong with them. Notices are worth a line in the log. */
export type SettingsReading =
  | { readonly ok: true; readonly settings: Settings; readonly notices: readonly Finding[] }
  | {
      readonly ok: false
      readonly mistakes: readonly Finding[]
      readonly notices: readonly Finding[]
    }

/**
 * Reads all settings from environment variables and from the file that `CONFIG_FILE` names, if it
 * is set; the environment wins. Every mistake is found at once; no message holds a secret.
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  { isKnownSecret }: ReadSettingsOptions,
): SettingsReading {
  const file = readConfigFile(environment.CONFIG_FILE)
  const given = { ...file.values, ...present(environment) }
  const { values, mistakes } = readValues(given)
  const context: RuleContext = {
    values,
    isGiven: (name) => Object.hasOwn(given, name),
    isKnownSecret,
  }
  const notices = [...nearMisses(Object.keys(given), settingNames), ...surprises(context)]
  // What is missing may well stand in the file that could not be read.
  const all =
    file.mistakes.length > 0
      ? [...file.mistakes, ...mistakes.filter(({ name }) => Object.hasOwn(given, name))]
      : [...mistakes, ...brokenRules(context)]
  if (all.length > 0) return { ok: false, mistakes: all, notices }
  // Without mistakes no value is missing.
  return { ok: true, settings: toSettings(values as Values), notices }
}

function present(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const entries = Object.entries(environment)
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}
