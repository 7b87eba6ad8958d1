import { type Signal, useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'

/** The values of a form and their errors, by the name of the field. */
export interface Fields<Name extends string> {
  /** The typed values. */
  readonly values: Signal<Readonly<Record<Name, string>>>
  /** A sentence for each field with an error. */
  readonly errors: Signal<Readonly<Record<string, string>>>
  /** The id of a field's input in the document. */
  idOf(name: Name): string
  /** Sets the value of a field, and removes its error. */
  set(name: Name, value: string): void
  /** Shows the error of one field, without the focus; none when `undefined`. */
  tell(name: Name, error: string | undefined): void
  /** Focuses a field, and selects what is in it, so that typing replaces it. */
  select(name: Name): void
  /** Shows errors, and focuses the first field that has one. @returns Whether any field has one. */
  mark(errors: Readonly<Record<string, string>>): boolean
}

/**
 * The state of a form.
 *
 * @param initial The initial values.
 * @param form A prefix for the ids of its inputs, if there is another form on the page.
 */
export function useFields<Name extends string>(
  initial: Readonly<Record<Name, string>>,
  form = '',
): Fields<Name> {
  const values = useSignal(initial)
  const errors = useSignal<Readonly<Record<string, string>>>({})
  const idOf = (name: string) => (form === '' ? name : `${form}-${name}`)
  const inputOf = (name: string) => document.querySelector<HTMLInputElement>(`#${idOf(name)}`)
  return useMemo(
    () => ({
      values,
      errors,
      idOf,
      /** Sets the value of a field, and removes its error. */
      set(name, value) {
        values.value = { ...values.value, [name]: value }
        errors.value = without(errors.value, name)
      },
      tell(name, error) {
        errors.value = { ...without(errors.value, name), ...(error && { [name]: error }) }
      },
      select(name) {
        inputOf(name)?.focus()
        inputOf(name)?.select()
      },
      mark(found) {
        errors.value = found
        const first = Object.keys(initial).find((name) => found[name])
        if (first) inputOf(first)?.focus()
        return first !== undefined
      },
    }),
    [],
  )
}

function without(
  errors: Readonly<Record<string, string>>,
  name: string,
): Readonly<Record<string, string>> {
  const { [name]: _, ...others } = errors
  return others
}
