import { messages } from '../messages/current-messages.ts'

/** The page while it is found out who is here. */
export function Loading() {
  return (
    <p class="page soft" role="status">
      {messages.loading}
    </p>
  )
}
