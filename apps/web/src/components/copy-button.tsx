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
  const told = useSignal('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text())
      told.value = messages.copied
    } catch {
      // Not allowed, or a page that is not served over https.
      told.value = messages.copyFailed
    }
    setTimeout(() => {
      told.value = ''
    }, 4000)
  }
  return (
    <>
      <button type="button" class="quiet" onClick={() => void copy()}>
        {messages.copy}
        <span class="unseen"> ({label})</span>
      </button>
      <span class="told" role="status">
        {told.value}
      </span>
    </>
  )
}
