import { signal } from '@preact/signals'
import type { Machine } from '../api/wire.ts'

/** The machines of the last list in this tab, for the name of one whose id is in the address. */
const known = signal<readonly Machine[]>([])

/** Remembers a list of machines. */
export function noteMachines(machines: readonly Machine[]): void {
  known.value = machines
}

/** The name of a machine; its id if no list has told it. */
export function nameOfMachine(id: string): string {
  return known.value.find((machine) => machine.id === id)?.name ?? id
}

let left: string | undefined

/** Remembers the machine whose terminal was left, so that its button in the list gets the focus back. */
export function noteLeft(id: string): void {
  left = id
}

/** The machine whose terminal was left last; returned once. */
export function takeLeft(): string | undefined {
  const id = left
  left = undefined
  return id
}
