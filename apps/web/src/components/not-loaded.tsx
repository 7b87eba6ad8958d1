import type { ApiError } from '../api/call.ts'
import { messages } from '../messages/current-messages.ts'
import { sentenceOf } from '../messages/messages.ts'

/** Says why something could not be loaded, and offers to try again. */
export function NotLoaded({
  title,
  error,
  onRetry,
}: {
  readonly title: string
  readonly error: ApiError
  readonly onRetry: () => void
}) {
  return (
    <div class="empty" role="alert">
      <h2>{title}</h2>
      <p>{sentenceOf(messages, error)}</p>
      <p class="row">
        <button type="button" class="quiet" onClick={onRetry}>
          {messages.retry}
        </button>
      </p>
    </div>
  )
}
