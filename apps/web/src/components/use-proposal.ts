import { useRef } from 'preact/hooks'
import type { Fields } from './fields.ts'

/**
 * Proposes the value of one field from another one while it is typed, until the person writes something else
 * there.
 *
 * @param source The field that is typed into.
 * @returns To be called with each value of the source.
 */
export function useProposal<Name extends string>(
  fields: Fields<Name>,
  source: Name,
  { to, make }: { readonly to: Name; readonly make: (value: string) => string },
): (input: { readonly value: string }) => void {
  const last = useRef(make(fields.values.peek()[source]))
  return ({ value }) => {
    const current = fields.values.peek()[to]
    const isOwn = current !== '' && current !== last.current
    last.current = make(value)
    if (!isOwn) fields.set(to, last.current)
  }
}
