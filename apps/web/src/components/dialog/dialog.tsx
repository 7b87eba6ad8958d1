import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

const firsts = ['[data-first]', 'input:not([type=hidden], [hidden]), textarea, select', '.cancel']

/** A question over the page. */
export interface DialogProps {
  /** The heading, which names the dialog. */
  readonly title: string
  /** Called on Escape, or by a button that cancels. */
  readonly onClose: () => void
  /** Whether an action is running; then the dialog cannot be closed. */
  readonly isBusy?: boolean
  /** The content below the heading. */
  readonly children: ComponentChildren
}

/**
 * A modal dialog. The focus goes to the element with `data-first`, else to the first field, and returns when
 * the dialog closes.
 */
export function Dialog({ title, onClose, isBusy = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  const isGone = useRef(false)
  useEffect(() => {
    const { current } = dialog
    if (!current) return
    const before = document.activeElement
    current.showModal()
    const wanted = firsts.map((first) => current.querySelector<HTMLElement>(first))
    wanted.find((found) => found !== null)?.focus()
    return () => {
      isGone.current = true
      current.close()
      // The element may be gone by now, so the browser cannot return the focus to it.
      const isLost = document.activeElement === document.body
      if (isLost && before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        if (!isBusy) onClose()
      }}
      // A browser closes the dialog in any case when Escape is pressed twice.
      onClose={() => {
        if (!isGone.current) onClose()
      }}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}
