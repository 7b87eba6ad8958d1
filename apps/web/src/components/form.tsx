import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'

/** A form that does one thing. */
export interface FormProps {
  /** The label of the button. */
  readonly submit: string
  /** Shown while the action is under way. */
  readonly busy: string
  /** Does what the form is for. Resolves to a sentence that says why it failed, if it did. */
  readonly act: () => Promise<string | undefined>
  /** The fields. */
  readonly children?: ComponentChildren
}

/** Fields, one button, and a line with the state of the action, which runs once at a time. */
export function Form({ submit, busy, act, children }: FormProps) {
  const failure = useSignal('')
  const isBusy = useSignal(false)
  const running = useRef(false)

  const run = async () => {
    if (running.current) return
    running.current = true
    isBusy.value = true
    failure.value = ''
    failure.value = (await act()) ?? ''
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
      <p class={`status ${failure.value === '' ? '' : 'trouble'}`} role="status">
        {isBusy.value ? busy : failure.value}
      </p>
    </form>
  )
}
