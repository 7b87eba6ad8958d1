import { Icon } from '../components/icon.tsx'
import { Menu } from '../components/menu.tsx'
import { terminal as m } from '../messages/terminal.ts'
import type { FullScreen } from './full-screen.ts'
import { changeLetterSize, forScreenReader, letterSize, toggleScreenReader } from './preferences.ts'

/** What the bar above a terminal shows and does. */
export interface ToolbarProps {
  /** The name of the machine. */
  readonly name: string
  /** The point beside the name: connected, waiting, or none of both. */
  readonly tone: 'on' | 'wait' | 'off'
  /** Whether and how the terminal fills the screen. */
  readonly full: FullScreen
  /** Where the focus goes when the person leaves the screen of the terminal by keyboard. */
  readonly closeRef: { current: HTMLButtonElement | null }
  /** Called to close the terminal. */
  readonly onClose: () => void
}

/** The bar above a terminal. On a phone, most of it is in a menu. */
export function Toolbar({ name, tone, full, closeRef, onClose }: ToolbarProps) {
  const fullText = full.isFull ? m.leaveFull : m.full
  const items = [
    { text: m.larger, act: () => changeLetterSize(1) },
    { text: m.smaller, act: () => changeLetterSize(-1) },
    { text: fullText, act: full.toggle },
    { text: m.screenReader, isChecked: forScreenReader.value, act: toggleScreenReader },
  ]
  return (
    <div class="toolbar" role="toolbar" aria-label={m.bar} onMouseDown={keepFocus}>
      <p class="names">
        <span class={`tab ${tone}`} aria-hidden="true">
          <span class="ellipsis">{name}</span>
        </span>
      </p>
      <div class="wide-only sizes">
        <Tool label={m.smaller} onClick={() => changeLetterSize(-1)}>
          A−
        </Tool>
        <span>{letterSize.value}</span>
        <Tool label={m.larger} onClick={() => changeLetterSize(1)}>
          A+
        </Tool>
      </div>
      <button
        type="button"
        class="tool wide-only"
        aria-pressed={forScreenReader.value}
        onClick={toggleScreenReader}
      >
        {m.screenReader}
      </button>
      <button type="button" class="tool wide-only" onClick={full.toggle}>
        <Icon name={full.isFull ? 'shrink' : 'grow'} />
        {fullText}
      </button>
      <div class="narrow-only">
        <Menu class="tool square" label={m.more} title={m.more} items={items} side="right">
          <Icon name="dots" />
        </Menu>
      </div>
      <button type="button" class="tool" aria-label={m.close} ref={closeRef} onClick={onClose}>
        <Icon name="cross" />
        {m.closeShort}
      </button>
    </div>
  )
}

function Tool({
  label,
  onClick,
  children,
}: {
  readonly label: string
  readonly onClick: () => void
  readonly children: string
}) {
  return (
    <button type="button" class="tool square" onClick={onClick}>
      <span aria-hidden="true">{children}</span>
      <span class="unseen">{label}</span>
    </button>
  )
}

/** A click leaves the focus, and the keyboard of a phone, in the terminal. */
export function keepFocus(event: Event): void {
  event.preventDefault()
}
