import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Fields } from './fields.ts'

type TextControl = HTMLInputElement | HTMLTextAreaElement

/** How each text control on the page is read into the state of its form. */
const readers = new WeakMap<Element, () => void>()

/**
 * Reads all text controls of a form into its state. Password managers, the browser and tools for
 * accessibility may fill in a control without an event, so the state alone does not say what is in it.
 */
export function readControls({ elements }: Pick<HTMLFormElement, 'elements'>): void {
  for (const element of elements) readers.get(element)?.()
}

/**
 * Binds a text control to a field. The control is written only when the state changes: drawing it again
 * leaves a value that was filled in without an event as it is.
 *
 * @returns The `ref` of the control.
 */
export function useControl<Control extends TextControl, Name extends string>(
  fields: Fields<Name>,
  name: Name,
): { readonly current: Control | null } {
  const control = useRef<Control>(null)
  const value = fields.values.value[name]
  const isDrawn = useRef(false)
  useLayoutEffect(() => {
    const { current } = control
    if (!current) return
    readers.set(current, () => {
      if (current.value !== fields.values.peek()[name]) fields.set(name, current.value)
    })
  }, [])
  useLayoutEffect(() => {
    const isRestored = !isDrawn.current && value === ''
    isDrawn.current = true
    if (control.current && !isRestored) control.current.value = value
  }, [value])
  return control
}
