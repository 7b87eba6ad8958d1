import type { ComponentChildren } from 'preact'
import { useRun } from './use-run.ts'

/** A form that does one thing. */
export interface FormProps {
  /** The label of the button. */
  readonly submit: string
  /** Shown while the action is under way. */
  readonly busy: string
  /** Does what the form is for. Resolves to a sentence that says why it failed, if it did. */
  readonly act: () => Promise<string | undefined>
  /** A quiet button is for one of several forms on a page. */
  readonly look?: 'main' | 'quiet'
  /** The fields. */
  readonly children?: ComponentChildren
}

/** Fields, one button, and a line with the state of the action, which runs once at a time. */
export function Form({ submit, busy, act, look = 'main', children }: FormProps) {
  const { isBusy, trouble, start } = useRun(act)
  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        start()
      }}
    >
      {children}
      {/* Not `disabled`, which would take the focus away. */}
      <button type="submit" class={look} aria-disabled={isBusy}>
        {submit}
      </button>
      <p class={`status ${trouble === '' ? '' : 'trouble'}`} role="status">
        {isBusy ? busy : trouble}
      </p>
    </form>
  )
}
