import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'

/** Something that is done when a person asks for it, one run at a time. */
export interface Run {
  /** Whether it is under way. */
  readonly isBusy: boolean
  /** Why the last run did not work, in a sentence; empty if it did. */
  readonly trouble: string
  /** Begins, unless it is under way. */
  start(): void
}

/** @param act Does it. What it resolves to, if anything, is the reason why it did not work. */
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
