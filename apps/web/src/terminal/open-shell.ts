import { signal } from '@preact/signals'

/** The name of the machine on which a shell is open in this tab, if there is one. */
export const openShell = signal<string | undefined>(undefined)
