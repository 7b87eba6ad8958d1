import type { ComponentChildren } from 'preact'
import { readControls } from './controls.ts'
import { useRun } from './use-run.ts'

/** A form with one action. */
export interface FormProps {
  /** The label of the button. */
  readonly submit: string
  /** The label while the action is running. */
  readonly busy: string
  /** Does the action. Resolves to a sentence about the failure, or `undefined`. */
  readonly act: () => Promise<string | undefined>
  /** The look of the button; `quiet` for one of several forms on a page. */
  readonly look?: 'main' | 'quiet'
  /** The fields. */
  readonly children?: ComponentChildren
}

/**
 * Fields, one button, and a line with the state of the action, which runs once at a time. The action finds in
 * its fields what is in them when the form is sent, however it came there.
 */
export function Form({ submit, busy, act, look = 'main', children }: FormProps) {
  const { isBusy, trouble, start } = useRun(act)
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        readControls(event.currentTarget)
        start()
      }}
    >
      {children}
      {/* Not `disabled`, which would remove the focus. */}
      <button type="submit" class={look} aria-disabled={isBusy}>
        {submit}
      </button>
      <p class={`status ${trouble === '' ? '' : 'trouble'}`} role="status">
        {isBusy ? busy : trouble}
      </p>
    </form>
  )
}
