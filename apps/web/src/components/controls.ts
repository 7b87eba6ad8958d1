import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Fields } from './fields.ts'

type TextControl = HTMLInputElement | HTMLTextAreaElement

/** How each text control on the page is read into the state of its form. */
const readers = new WeakMap<Element, () => void>()

/**
 * Reads all controls of a form into its state. Password managers, the browser and tools for accessibility may fill in
 * or change a control without an event, so the state alone does not say what is in it. A control without a reader of
 * its own gets the events that it missed; its handlers must do no harm when nothing has changed.
 */
export function readControls({ elements }: Pick<HTMLFormElement, 'elements'>): void {
  for (const element of elements) {
    const read = readers.get(element)
    if (read) read()
    else if (isSettled(element)) for (const kind of ['input', 'change']) tell(element, kind)
  }
}

/** Whether a control has a value to tell: of a group of radio buttons only the one that is taken has. */
function isSettled(element: Element): boolean {
  if (element instanceof HTMLInputElement) return element.type !== 'radio' || element.checked
  return element instanceof HTMLSelectElement
}

function tell(element: Element, kind: string): void {
  element.dispatchEvent(new Event(kind))
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
