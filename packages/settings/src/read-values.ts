import * as v from 'valibot'
import type { Variables } from './read-variables.ts'
import { type Remark, remark } from './remark.ts'
import { expectedOf, type Setting } from './setting.ts'
import { type SettingName, settingList, type Values } from './setting-groups.ts'

/** The values that could be read, and the mistakes in the others. */
export interface ValuesReading {
  /** All values if there are no mistakes, otherwise the valid ones. */
  readonly values: Partial<Values>
  /** In the order of the settings. */
  readonly mistakes: readonly Remark[]
}

/** The names of all settings. */
export const settingNames = Object.keys(settingList) as readonly SettingName[]

/** Reads each setting on its own; unset settings get their defaults. */
export function readValues(variables: Variables['values']): ValuesReading {
  const values: Record<string, unknown> = {}
  const mistakes: Remark[] = []
  for (const name of settingNames) {
    const setting: Setting = settingList[name]
    const text = Object.hasOwn(variables, name) ? variables[name] : defaultText(setting, values)
    const reading = text === undefined ? readUnset(setting) : readText(setting, text)
    if (reading.ok) values[name] = reading.value
    else mistakes.push(remark(name, reading.mistake))
  }
  // Each value was returned by the schema from which its type is inferred.
  return { values: values as Partial<Values>, mistakes }
}

type ValueReading =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly mistake: string }

function readText({ schema, secret }: Setting, text: string): ValueReading {
  const message = `must be ${expectedOf(schema)}`
  // A check with its own message keeps that message.
  const parsed = v.safeParse(schema, text, { abortEarly: true, abortPipeEarly: true, message })
  if (parsed.success) return { ok: true, value: parsed.output }
  const complaint = parsed.issues[0].message
  const isShown = complaint === message && !secret
  return { ok: false, mistake: isShown ? `${complaint}${received(text)}` : complaint }
}

function readUnset({ schema, required, example }: Setting): ValueReading {
  if (!required) return { ok: true, value: undefined }
  const mistake = `is not set. It must be ${expectedOf(schema)}, such as ${example}`
  return { ok: false, mistake }
}

function received(text: string): string {
  // An address may have a password before its @.
  if (text.includes('@')) return ''
  const shown = text.replaceAll(/[^\x20-\x7E]/g, '?')
  return `, not "${shown.length > 60 ? `${shown.slice(0, 60)}…` : shown}"`
}

/**
 * The default of a setting; none while a setting that it refers to is invalid, because one mistake is enough
 * to report.
 */
function defaultText(
  { default: text }: Setting,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const mentioned = text?.match(/(?<=\$)[A-Z_]+/g) ?? []
  if (mentioned.some((name) => values[name] === undefined)) return undefined
  return text?.replaceAll(/\$([A-Z_]+)/g, (_, name: string) => String(values[name]))
}
