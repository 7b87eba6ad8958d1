import { signal } from '@preact/signals'
import { openShell } from '../../terminal/open-shell.ts'

/** What a person wants to go on with, while they are asked whether their shell may end. */
export const leaving = signal<(() => void) | undefined>(undefined)

/** Goes on; with a shell open only if the person says so. */
export function leave(next: () => void): void {
  if (openShell.peek() === undefined) next()
  else leaving.value = next
}
