import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'

/** An action that a person starts, one run at a time. */
export interface Run {
  /** Whether it is running. */
  readonly isBusy: boolean
  /** Why the last run did not work, in a sentence; empty if it did. */
  readonly trouble: string
  /** Starts it, unless it is running. */
  start(): void
}

/** @param act Does the action. Resolves to the reason of a failure, or `undefined`. */
export function useRun(act: () => Promise<string | undefined>): Run {
  const trouble = useSignal('')
  const isBusy = useSignal(false)
  const running = useRef(false)

  const run = async () => {
    if (running.current) return
    running.current = true
    isBusy.value = true
    trouble.value = ''
    trouble.value = (await act()) ?? ''
    isBusy.value = false
    running.current = false
  }
  return { isBusy: isBusy.value, trouble: trouble.value, start: () => void run() }
}
