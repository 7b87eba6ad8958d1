import { useSignal } from '@preact/signals'
import { messages } from '../messages/current-messages.ts'

/** What is copied, and how the button says so. */
export interface CopyButtonProps {
  /** What it copies, for whom the surroundings do not show it. */
  readonly label?: string
  /** What the button says; that it copies, unless given. */
  readonly name?: string
  /** Quiet unless given. */
  readonly look?: 'main' | 'quiet'
  /** Gives the text when it is wanted. */
  readonly text: () => string
}

/** A button that copies a text, and says whether that worked. */
export function CopyButton({ label, name, look = 'quiet', text }: CopyButtonProps) {
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
      <button type="button" class={look} onClick={() => void copy()}>
        {name ?? messages.copy}
        {label && <span class="unseen"> ({label})</span>}
      </button>
      <span class="told" role="status">
        {status.value}
      </span>
    </>
  )
}
