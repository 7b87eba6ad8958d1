import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { nextItem } from './next-item.ts'
import { createTypedLetters } from './typed-letters.ts'

/** One entry of a menu. */
export interface MenuItem {
  /** Its text, which also finds it by typed letters. */
  readonly text: string
  /** Its content, if that is more than the text. */
  readonly content?: ComponentChildren
  /** Whether it is the current choice, in a menu with one. */
  readonly isChecked?: boolean
  /** Makes it red, for actions that remove something. */
  readonly tone?: 'bad'
  /** Separates it from the entry before. */
  readonly isApart?: boolean
  /** Called after the menu is closed. */
  readonly act: () => void
}

/** A button and the menu that it opens. */
export interface MenuProps {
  /** The class of the button. */
  readonly class: string
  /** The label of the button, if its content is not one. */
  readonly label?: string
  /** The content of the button. */
  readonly children: ComponentChildren
  /** The title of the menu. */
  readonly title: string
  /** The entries. */
  readonly items: readonly MenuItem[]
  /** The content above the entries. */
  readonly header?: ComponentChildren
  /** The content below the entries. */
  readonly footer?: ComponentChildren
  /** Which side of the button the menu keeps to; the left one unless given. */
  readonly side?: 'right'
}

/** Opens a menu that works with the mouse, arrows, letters, Enter and Escape. */
export function Menu({ label, children, class: look, ...menu }: MenuProps) {
  const isOpen = useSignal(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const close = (then?: () => void) => {
    isOpen.value = false
    button.current?.focus()
    then?.()
  }
  useOutside(box, isOpen.value, () => {
    isOpen.value = false
  })
  return (
    <div class="holder" ref={box}>
      <button
        ref={button}
        type="button"
        class={look}
        aria-haspopup="menu"
        aria-expanded={isOpen.value}
        aria-controls={id}
        aria-label={label}
        onClick={() => {
          isOpen.value = !isOpen.value
        }}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          isOpen.value = true
        }}
      >
        {children}
      </button>
      {isOpen.value && <Popup {...menu} id={id} onClose={close} />}
    </div>
  )
}

interface PopupProps extends Omit<MenuProps, 'label' | 'children' | 'class'> {
  readonly id: string
  /** Closes the menu, returns the focus, and runs the next action. */
  readonly onClose: (then?: () => void) => void
}

function Popup({ id, title, items, header, footer, side, onClose }: PopupProps) {
  const list = useRef<HTMLDivElement>(null)
  const letters = useRef(createTypedLetters())
  useLayoutEffect(() => {
    const found = buttonsIn(list.current)
    const first = found.find((item) => item.ariaChecked === 'true') ?? found[0]
    first?.focus()
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      if (event.key === 'Escape') event.preventDefault()
      return onClose()
    }
    const found = buttonsIn(list.current)
    const texts = items.map(({ text }) => text)
    const at = found.findIndex((item) => item.matches(':focus'))
    const { key, ctrlKey, metaKey, altKey, timeStamp } = event
    const typed = letters.current.add(key, timeStamp)
    const next = nextItem(texts, at, { key, ctrlKey, metaKey, altKey, typed })
    // A space within a name must not choose the item.
    if (next !== undefined || typed !== undefined) event.preventDefault()
    if (next !== undefined) found[next]?.focus()
  }
  return (
    <div class={`popup ${side ?? ''}`} id={id}>
      {header}
      <div role="menu" tabIndex={-1} aria-label={title} ref={list} onKeyDown={onKeyDown}>
        {items.map((item) => (
          <Item key={item.text} item={item} onClose={onClose} />
        ))}
      </div>
      {footer}
    </div>
  )
}

function Item({
  item: { text, content = text, isChecked, tone, isApart, act },
  onClose,
}: {
  readonly item: MenuItem
  readonly onClose: PopupProps['onClose']
}) {
  const common = { type: 'button', tabIndex: -1, onClick: () => onClose(act) } as const
  return (
    <>
      {isApart && <hr />}
      {isChecked === undefined ? (
        <button {...common} role="menuitem" class={tone}>
          {content}
        </button>
      ) : (
        <button {...common} role="menuitemradio" aria-checked={isChecked}>
          {content}
        </button>
      )}
    </>
  )
}

function buttonsIn(menu: HTMLElement | null): readonly HTMLElement[] {
  return [...(menu?.querySelectorAll('button') ?? [])]
}

/** Closes the menu when the person clicks or focuses elsewhere. */
function useOutside(
  box: { readonly current: HTMLElement | null },
  isOpen: boolean,
  close: () => void,
): void {
  useLayoutEffect(() => {
    if (!isOpen) return
    const leave = ({ target }: Event) => {
      if (!(target instanceof Node && box.current?.contains(target))) close()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [isOpen])
}
