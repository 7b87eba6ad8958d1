import * as v from 'valibot'

/** The input of a setting's schema: the text of one environment variable. */
export type SettingSchema = v.GenericSchema<string, unknown>

/**
 * One setting: its reader, its default and its line in the documentation. It is named by its key
 * in the list. Without a default, and not required, it may be left out and has no value then.
 */
export interface Setting {
  /** Reads the text. Its description completes the sentence "NAME must be …". */
  readonly schema: SettingSchema
  /** The default, as written in the environment; `$NAME` stands for the value of another setting. */
  readonly default?: string
  /** There is no default, and the gateway does not start without it. */
  readonly required?: true
  /** The meaning for an operator, in Markdown. */
  readonly description: string
  /** A valid value, as written in the environment. */
  readonly example?: string
  /** Set when its value must never be shown. */
  readonly secret?: true
}

/** Settings by the name of their environment variable. */
export type SettingList = Readonly<Record<string, Setting>>

type ValueOf<One extends Setting> = One extends { readonly default: string } | { required: true }
  ? v.InferOutput<One['schema']>
  : v.InferOutput<One['schema']> | undefined

/** The values of a list of settings, by the same names. */
export type ValuesOf<List extends SettingList> = {
  readonly [Name in keyof List]: ValueOf<List[Name]>
}

/** What a setting must be, from the description of its schema. */
export function expectedOf(schema: SettingSchema): string {
  return v.getDescription(schema) ?? 'something else'
}
