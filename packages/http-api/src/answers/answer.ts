import type * as v from 'valibot'
import type * as answers from './answers.ts'

/** The types of all answers, by the names of their schemas. */
export type Answer = {
  readonly [Name in keyof typeof answers]: v.InferOutput<(typeof answers)[Name]>
}
