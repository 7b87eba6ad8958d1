import type { ComponentChildren } from 'preact'
import { frame } from '../../messages/frame.ts'
import { useRun } from '../use-run.ts'
import { Dialog } from './dialog.tsx'

/** A question with fields or consequences, and what is done when it is answered. */
export interface DialogFormProps {
  /** The question. */
  readonly title: string
  /** What the button does, as verb and thing. */
  readonly submit: string
  /** Shown while it is under way. */
  readonly busy: string
  /** Red for what takes something away. */
  readonly tone?: 'danger'
  /** What the safe button says; that it cancels, unless given. */
  readonly cancel?: string
  /** Does it. What it resolves to, if anything, is told as the reason why it did not work. */
  readonly act: () => Promise<string | undefined>
  /** Called when the person thinks better of it. */
  readonly onClose: () => void
  /** Consequences and fields. */
  readonly children: ComponentChildren
}

/** A dialog with two buttons, of which one does something. Without fields the safe one has the focus. */
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
