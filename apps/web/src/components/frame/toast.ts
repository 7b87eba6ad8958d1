import { signal } from '@preact/signals'

/** A line at the foot of the page that says what has just happened. */
export interface Toast {
  /** A sentence. */
  readonly text: string
  /** Something to do about it, by a button. */
  readonly action?: { readonly label: string; readonly act: () => void }
}

/** What is told at the moment. */
export const toast = signal<Toast | undefined>(undefined)

/** How long a line stays that asks for nothing, in milliseconds. */
const stayMs = 8000

let timer: ReturnType<typeof setTimeout> | undefined

/** Tells something; an empty text takes back what is told. One with an action stays until the next. */
export function tell(text: string, action?: Toast['action']): void {
  clearTimeout(timer)
  toast.value = text === '' ? undefined : { text, ...(action && { action }) }
  if (!action) {
    timer = setTimeout(() => {
      toast.value = undefined
    }, stayMs)
  }
}
