import { useSignal } from '@preact/signals'
import { now } from '../clock.ts'
import { messages } from '../messages/current-messages.ts'
import { countdown } from '../messages/moments.ts'

/** What a mail that was asked for again came to. */
export interface SentAgain {
  /** The sentence to show; empty for none. */
  readonly told: string
  /** Seconds until it can be asked for once more; at once unless given. */
  readonly after?: number | undefined
}

/** A mail that can be asked for again. */
export interface SendAgainProps {
  /** The label of the button when it can be pressed. */
  readonly label: string
  /** When that is, in epoch milliseconds; at once unless given. */
  readonly from?: number
  /** The sentence beside the button before it is pressed; empty for none. */
  readonly hint: string
  /** Asks for the mail. */
  readonly send: () => Promise<SentAgain>
}

/** A button that asks for a mail again, and counts down while the service would refuse that. */
export function SendAgain({ label, from = 0, hint, send }: SendAgainProps) {
  const pause = useSignal({ start: 0, end: 0 })
  const told = useSignal('')
  const isBusy = useSignal(false)
  const end = Math.max(from, pause.value.end)
  // The clock is up to a second behind.
  const left = (end - Math.max(now.value, pause.value.start)) / 1000
  const press = async () => {
    if (isBusy.peek() || end > Date.now()) return
    isBusy.value = true
    const sent = await send()
    const start = Date.now()
    pause.value = { start, end: start + (sent.after ?? 0) * 1000 }
    told.value = sent.told
    isBusy.value = false
  }
  return (
    <div class="aside">
      <button
        type="button"
        class="quiet num"
        aria-disabled={left > 0 || isBusy.value}
        onClick={() => void press()}
      >
        {left > 0 ? messages.sendIn(countdown(left)) : label}
      </button>
      <p class="soft" role="status">
        {told.value === '' ? hint : told.value}
      </p>
    </div>
  )
}
