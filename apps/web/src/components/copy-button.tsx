import { useSignal } from '@preact/signals'
import { messages } from '../messages/current-messages.ts'

/** A button that copies a text, and says whether that worked. */
export function CopyButton({
  label,
  text,
}: {
  readonly label: string
  readonly text: () => string
}) {
  const status = useSignal('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text())
      status.value = messages.copied
    } catch {
      // Not allowed, or a page that is not served over https.
      status.value = messages.copyFailed
    }
    setTimeout(() => {
      status.value = ''
    }, 4000)
  }
  return (
    <>
      <button type="button" class="quiet" onClick={() => void copy()}>
        {messages.copy}
        <span class="unseen"> ({label})</span>
      </button>
      <span class="told" role="status">
        {status.value}
      </span>
    </>
  )
}
