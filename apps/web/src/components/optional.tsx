import { messages } from '../messages/current-messages.ts'

/** The label of a field that may stay empty. */
export function Optional({ label }: { readonly label: string }) {
  return (
    <>
      {label} <span class="soft">{messages.optional}</span>
    </>
  )
}
