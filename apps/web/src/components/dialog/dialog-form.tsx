import type { ComponentChildren } from 'preact'
import { frame } from '../../messages/frame.ts'
import { readControls } from '../controls.ts'
import { useRun } from '../use-run.ts'
import { Dialog } from './dialog.tsx'

/** A question with fields or consequences, and its action. */
export interface DialogFormProps {
  /** The question. */
  readonly title: string
  /** The label of the button, as verb and thing. */
  readonly submit: string
  /** The label while the action is running. */
  readonly busy: string
  /** Makes the button red, for actions that remove something. */
  readonly tone?: 'danger'
  /** The label of the safe button; "cancel" unless given. */
  readonly cancel?: string
  /** Does the action. Resolves to the reason of a failure, or `undefined`. */
  readonly act: () => Promise<string | undefined>
  /** Called when the person cancels. */
  readonly onClose: () => void
  /** The consequences and fields. */
  readonly children: ComponentChildren
}

/** A dialog with an action and a cancel button. Without fields, the cancel button gets the focus. */
export function DialogForm(props: DialogFormProps) {
  const { title, submit, busy, tone, cancel, act, onClose, children } = props
  const { isBusy, trouble, start } = useRun(act)
  return (
    <Dialog title={title} onClose={onClose} isBusy={isBusy}>
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
        <p class={`status ${trouble === '' ? '' : 'trouble'}`} role="status">
          {isBusy ? busy : trouble}
        </p>
        <p class="row end">
          <button
            type="button"
            class="quiet cancel"
            aria-disabled={isBusy}
            onClick={() => {
              if (!isBusy) onClose()
            }}
          >
            {cancel ?? frame.cancel}
          </button>
          <button type="submit" class={tone ?? 'main'} aria-disabled={isBusy}>
            {submit}
          </button>
        </p>
      </form>
    </Dialog>
  )
}
