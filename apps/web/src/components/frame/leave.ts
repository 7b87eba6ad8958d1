import { signal } from '@preact/signals'
import { openShell } from '../../terminal/open-shell.ts'

/** The action that waits while the person is asked about an open shell. */
export const leaving = signal<(() => void) | undefined>(undefined)

/** Whether there is something to ask about before the page is left. */
export function isAskedBeforeLeaving(): boolean {
  return openShell.peek() !== undefined
}

/** Runs an action; with an open shell, only after the person agrees. */
export function leave(next: () => void): void {
  if (!isAskedBeforeLeaving()) next()
  else leaving.value = next
}
