import { Field } from './field.tsx'
import type { Fields } from './fields.ts'

/** The first and the last name of a person, beside each other. */
export function NameFields<Other extends string>({
  fields,
  first,
  last,
}: {
  readonly fields: Fields<Other | 'first_name' | 'last_name'>
  /** The label of the first name. */
  readonly first: string
  /** The label of the last name. */
  readonly last: string
}) {
  return (
    <div class="pair">
      <Field fields={fields} name="first_name" label={first} autocomplete="given-name" />
      <Field fields={fields} name="last_name" label={last} autocomplete="family-name" />
    </div>
  )
}
