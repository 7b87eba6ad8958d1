import { signal } from '@preact/signals'

/** The machine with an open shell in this tab; `undefined` without one. */
export const openShell = signal<string | undefined>(undefined)
