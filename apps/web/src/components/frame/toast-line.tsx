import { frame } from '../../messages/frame.ts'
import { tell, toast } from './toast.ts'

/**
 * Shows the message of {@link tell}. The element exists before there is a message, so that it is read aloud.
 */
export function ToastLine() {
  const told = toast.value
  const { action } = told ?? {}
  return (
    <div role="status">
      {told && (
        <p class="toast">
          {told.text}
          {action && (
            <button
              type="button"
              class="plain"
              onClick={() => {
                tell('')
                action.act()
              }}
            >
              {action.label}
            </button>
          )}
          {action && (
            <button type="button" class="plain" onClick={() => tell('')}>
              {frame.dismiss}
            </button>
          )}
        </p>
      )}
    </div>
  )
}
