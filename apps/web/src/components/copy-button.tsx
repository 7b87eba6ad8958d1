import { useSignal } from '@preact/signals'
import { messages } from '../messages/current-messages.ts'

/** The text to copy, and the label of the button. */
export interface CopyButtonProps {
  /** A description for screen readers, which do not get it from the surroundings. */
  readonly label?: string
  /** The label of the button; "copy" unless given. */
  readonly name?: string
  /** The look of the button; `quiet` unless given. */
  readonly look?: 'main' | 'quiet'
  /** Returns the text at the moment of copying. */
  readonly text: () => string
}

/** A button that copies a text, and shows whether it worked. */
export function CopyButton({ label, name, look = 'quiet', text }: CopyButtonProps) {
  const status = useSignal('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text())
      status.value = messages.copied
    } catch {
      // Copying is not allowed, or the page is not served over https.
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
