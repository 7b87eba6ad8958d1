import { signal } from '@preact/signals'

/** A message at the bottom of the page about what has just happened. */
export interface Toast {
  /** A sentence. */
  readonly text: string
  /** An action, shown as a button. */
  readonly action?: { readonly label: string; readonly act: () => void }
}

/** The current message. */
export const toast = signal<Toast | undefined>(undefined)

/** Milliseconds for which a message without an action stays. */
const stayMs = 8000

let timer: ReturnType<typeof setTimeout> | undefined

/** Shows a message; an empty text removes it. A message with an action stays until the next one. */
export function tell(text: string, action?: Toast['action']): void {
  clearTimeout(timer)
  toast.value = text === '' ? undefined : { text, ...(action && { action }) }
  if (!action) {
    timer = setTimeout(() => {
      toast.value = undefined
    }, stayMs)
  }
}
