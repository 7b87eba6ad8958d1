import { messages } from '../messages/current-messages.ts'

/** Stands where something is being loaded, about as high as that will be. */
export function Placeholder({
  rows,
}: {
  /** How many lines. */
  readonly rows: number
}) {
  return (
    <div class="placeholder" role="status">
      <span class="unseen">{messages.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} />
      ))}
    </div>
  )
}
