import type * as v from 'valibot'
import type * as answers from './answers.ts'

/** What the schemas of answers describe, by their names. */
export type Answer = {
  readonly [Name in keyof typeof answers]: v.InferOutput<(typeof answers)[Name]>
}
