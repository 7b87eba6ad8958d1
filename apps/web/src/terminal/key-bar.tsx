import type { ComponentChildren } from 'preact'
import { terminal as m } from '../messages/terminal.ts'
import type { HeldKeys } from './terminal-keys.ts'
import { keepFocus } from './toolbar.tsx'

/** What the keys below a terminal do. */
export interface KeyBarProps {
  /** The modifiers that hold for the next key. */
  readonly held: HeldKeys
  /** Called to hold a modifier, or to let it go. */
  readonly onHold: (held: HeldKeys) => void
  /** Called with the name of a key. */
  readonly onPress: (name: string) => void
  /** Called to paste from the clipboard. */
  readonly onPaste: () => void
}

const before = [
  { name: 'Escape', text: 'Esc' },
  { name: 'Tab', text: 'Tab' },
]

const after = [
  { name: 'ArrowUp', text: '↑', label: m.up },
  { name: 'ArrowDown', text: '↓', label: m.down },
  { name: 'ArrowLeft', text: '←', label: m.left },
  { name: 'ArrowRight', text: '→', label: m.right },
]

const signs = [
  { name: '|', text: '|', label: m.pipe },
  { name: '/', text: '/', label: m.slash },
  { name: '-', text: '-', label: m.hyphen },
  { name: '~', text: '~', label: m.tilde },
]

/** The keys that the keyboard of a phone lacks. Ctrl and Alt hold for one key. */
export function KeyBar({ held, onHold, onPress, onPaste }: KeyBarProps) {
  const keys = (some: readonly { name: string; text: string; label?: string }[]) =>
    some.map(({ name, text, label }) => (
      <button key={name} type="button" aria-label={label} onClick={() => onPress(name)}>
        {text}
      </button>
    ))
  return (
    <div class="keys" role="toolbar" aria-label={m.extraKeys} onMouseDown={keepFocus}>
      {keys(before)}
      <Hold isHeld={held.ctrl} onClick={() => onHold({ ...held, ctrl: !held.ctrl })}>
        {m.control}
      </Hold>
      {keys(after)}
      <Hold isHeld={held.alt} onClick={() => onHold({ ...held, alt: !held.alt })}>
        Alt
      </Hold>
      {keys(signs)}
      <button type="button" onClick={onPaste}>
        {m.paste}
      </button>
    </div>
  )
}

function Hold({
  isHeld,
  onClick,
  children,
}: {
  readonly isHeld: boolean
  readonly onClick: () => void
  readonly children: ComponentChildren
}) {
  return (
    <button type="button" aria-pressed={isHeld} onClick={onClick}>
      {children}
    </button>
  )
}
