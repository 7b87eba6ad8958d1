import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'

/** A form that does one thing. */
export interface FormProps {
  readonly submit: string
  /** Told while it is under way. */
  readonly busy: string
  /** Does it. What it resolves to, if anything, is told as the reason why it did not work. */
  readonly act: () => Promise<string | undefined>
  readonly children?: ComponentChildren
}

/** Fields, one button, and a line that says how it goes. One run at a time. */
export function Form({ submit, busy, act, children }: FormProps) {
  const apiError = useSignal('')
  const isBusy = useSignal(false)
  const running = useRef(false)

  const run = async () => {
    if (running.current) return
    running.current = true
    isBusy.value = true
    apiError.value = ''
    apiError.value = (await act()) ?? ''
    isBusy.value = false
    running.current = false
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      {children}
      {/* Not `disabled`, which would take the focus away. */}
      <button type="submit" class="main" aria-disabled={isBusy.value}>
        {submit}
      </button>
      <p class={`status ${apiError.value === '' ? '' : 'trouble'}`} role="status">
        {isBusy.value ? busy : apiError.value}
      </p>
    </form>
  )
}
