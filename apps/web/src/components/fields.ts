import { type Signal, useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'

/** What is typed into a form, and what is wrong with it, by the name of the field. */
export interface Fields<Name extends string> {
  readonly values: Signal<Readonly<Record<Name, string>>>
  readonly errors: Signal<Readonly<Record<string, string>>>
  set(name: Name, value: string): void
  /** Says what is wrong, if anything, and puts the focus on the first such field. */
  mark(errors: Readonly<Record<string, string>>): boolean
}

/** The state of a form. @param initial The values to begin with. */
export function useFields<Name extends string>(
  initial: Readonly<Record<Name, string>>,
): Fields<Name> {
  const values = useSignal(initial)
  const errors = useSignal<Readonly<Record<string, string>>>({})
  return useMemo(
    () => ({
      values,
      errors,
      set(name, value) {
        values.value = { ...values.value, [name]: value }
        const { [name]: _, ...others } = errors.value
        errors.value = others
      },
      mark(found) {
        errors.value = found
        const first = Object.keys(initial).find((name) => found[name])
        if (first) document.querySelector<HTMLElement>(`#${first}`)?.focus()
        return first !== undefined
      },
    }),
    [],
  )
}
