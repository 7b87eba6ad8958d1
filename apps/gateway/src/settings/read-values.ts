import * as v from 'valibot'
import { type Finding, finding } from './finding.ts'
import { expectedOf, type Setting } from './setting.ts'
import { type SettingName, settingList, type Values } from './setting-groups.ts'

/** Variables that are set, by name. */
export type Given = Readonly<Record<string, string>>

/** What could be read, and what could not. */
export interface ValuesReading {
  /** All values if there are no mistakes, otherwise those that are right. */
  readonly values: Partial<Values>
  readonly mistakes: readonly Finding[]
}

/** The names of all settings. */
export const settingNames = Object.keys(settingList) as readonly SettingName[]

/** Reads every setting by itself; those that are not given take their default. */
export function readValues(given: Given): ValuesReading {
  const values: Record<string, unknown> = {}
  const mistakes: Finding[] = []
  for (const name of settingNames) {
    const setting: Setting = settingList[name]
    const text = Object.hasOwn(given, name) ? given[name] : defaultText(setting, values)
    const read = text === undefined ? nothing(setting) : readText(setting, text)
    if ('mistake' in read) mistakes.push(finding(name, read.mistake))
    else values[name] = read.value
  }
  // Each value came out of the schema its type is inferred from.
  return { values: values as Partial<Values>, mistakes }
}

type Read = { readonly value: unknown } | { readonly mistake: string }

function readText({ schema, secret }: Setting, text: string): Read {
  const message = `must be ${expectedOf(schema)}`
  // A check with a message of its own goes before.
  const read = v.safeParse(schema, text, { abortEarly: true, abortPipeEarly: true, message })
  if (read.success) return { value: read.output }
  const told = read.issues[0].message
  return { mistake: told === message && !secret ? `${told}${received(text)}` : told }
}

function nothing({ schema, required, example }: Setting): Read {
  if (!required) return { value: undefined }
  return { mistake: `is not set. It must be ${expectedOf(schema)}, such as ${example}` }
}

function received(text: string): string {
  // An address may carry a password in front of its @.
  if (text.includes('@')) return ''
  const shown = text.replaceAll(/[^\x20-\x7E]/g, '?')
  return `, not "${shown.length > 60 ? `${shown.slice(0, 60)}…` : shown}"`
}

/** None while a setting it mentions is itself mistaken: that one is enough to tell. */
function defaultText(
  { default: text }: Setting,
  values: Readonly<Record<string, unknown>>,
): string | undefined {
  const mentioned = text?.match(/(?<=\$)[A-Z_]+/g) ?? []
  if (mentioned.some((name) => values[name] === undefined)) return undefined
  return text?.replaceAll(/\$([A-Z_]+)/g, (_, name: string) => String(values[name]))
}
