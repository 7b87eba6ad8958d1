import { fill } from '../messages/fill.ts'
import { terminal as m } from '../messages/terminal.ts'
import type { TerminalState } from './terminal-connection.ts'
import { type HeldKeys, isApple } from './terminal-keys.ts'

/** What the line below a terminal says. */
export interface StateLineProps {
  /** The state of the connection; `undefined` if the code of the terminal could not be loaded. */
  readonly state: TerminalState | undefined
  /** A sentence on the cause, where one is known. */
  readonly why: string | undefined
  /** Its colour. */
  readonly tone: 'on' | 'wait' | 'off'
  /** Columns and rows; empty before they are known. */
  readonly size: string
  /** The modifiers that hold for the next key. */
  readonly held: HeldKeys
  /** The label of the button that goes on, if the person can do something. */
  readonly next: string | undefined
  /** Called by that button. */
  readonly onNext: () => void
}

/** The state of a terminal, and the keys to copy, paste and leave. */
export function StateLine({ state, why, tone, size, held, next, onNext }: StateLineProps) {
  const isOpen = state === 'open' || state === 'reconnected'
  const heldKeys = [held.ctrl && m.control, held.alt && 'Alt'].filter(Boolean).join(' + ')
  return (
    <div class={`state-line ${tone}`}>
      <p>
        <span role="status">
          <strong>{state ? m.states[state] : m.loadFailed}</strong>
          {why && ` ${why}`}
        </span>
        {isOpen && size !== '' && <span class="num"> · {size}</span>}
      </p>
      {next && (
        <button type="button" class="tool" onClick={onNext}>
          {next}
        </button>
      )}
      {heldKeys !== '' && <p class="narrow-only">{fill(m.nextKey, { keys: heldKeys })}</p>}
      {!next && <Hints />}
    </div>
  )
}

/** The keys to use; those of the device. */
function Hints() {
  const copy = isApple ? ['⌘', 'C'] : [m.control, m.shift, 'C']
  const paste = isApple ? ['⌘', 'V'] : [m.control, 'V']
  return (
    <p class="wide-only">
      {m.copyKeys} <Keys of={copy} /> · {m.pasteKeys} <Keys of={paste} /> · {m.leaveKeys}{' '}
      <Keys of={[m.control, 'F6']} />
    </p>
  )
}

function Keys({ of: names }: { readonly of: readonly string[] }) {
  return (
    <>
      {names.map((name) => (
        <kbd key={name}>{name}</kbd>
      ))}
    </>
  )
}
