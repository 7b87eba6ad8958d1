/** What a key does in a terminal: a clipboard action, the browser's own, a way out, or input. */
export type KeyAction = 'copy' | 'copy_and_clear' | 'browser' | 'leave' | 'input'

/** The part of a key event that decides. */
export type TerminalKey = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'metaKey'
>

/** What a key depends on besides itself. */
export interface KeyContext {
  /** Whether this is macOS or iOS, where Cmd copies and pastes, and Ctrl belongs to the shell. */
  readonly isApple: boolean
  /** Whether text is selected in the terminal. */
  readonly hasSelection: boolean
}

/** Whether this device is of Apple, for whose keys see {@link KeyContext}. */
export const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')

/** What a key does; see docs/decisions/terminal-page.md. */
export function actionOf(event: TerminalKey, { isApple, hasSelection }: KeyContext): KeyAction {
  const { key, ctrlKey, shiftKey, altKey, metaKey } = event
  if (!ctrlKey || altKey || metaKey) return 'input'
  if (key === 'F6') return 'leave'
  const letter = letterOf(event)
  if (shiftKey) return letter === 'c' ? 'copy' : letter === 'v' ? 'browser' : 'input'
  if (isApple) return 'input'
  if (letter === 'c' && hasSelection) return 'copy_and_clear'
  return letter === 'v' ? 'browser' : 'input'
}

/** The letter on the key; on a keyboard of another script, the one at its place. */
function letterOf({ key, code }: TerminalKey): string {
  return /^[ -~]$/.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()
}

/** The modifiers that hold for one more key, on a keyboard without them. */
export interface HeldKeys {
  /** Ctrl. */
  readonly ctrl: boolean
  /** Alt, which terminals send as Escape before the key. */
  readonly alt: boolean
}

/** No modifiers. */
export const nothingHeld: HeldKeys = { ctrl: false, alt: false }

const arrows: Readonly<Record<string, string>> = {
  ArrowUp: 'A',
  ArrowDown: 'B',
  ArrowRight: 'C',
  ArrowLeft: 'D',
}

/**
 * The input that a key of the bar stands for (ECMA-48 and xterm's control sequences).
 *
 * @param name The name of the key, or the letter on it.
 * @param isApplication Whether the program has asked for other arrows (DECCKM).
 */
export function inputOf(name: string, held: HeldKeys, isApplication: boolean): string {
  const arrow = arrows[name]
  if (arrow) {
    const modifier = 1 + (held.alt ? 2 : 0) + (held.ctrl ? 4 : 0)
    if (modifier > 1) return `\u001b[1;${modifier}${arrow}`
    return isApplication ? `\u001bO${arrow}` : `\u001b[${arrow}`
  }
  return withHeld({ Escape: '\u001b', Tab: '\t' }[name] ?? name, held)
}

/** Typed text with the modifiers that are held. Text of several characters is a paste, which they do not change. */
export function withHeld(text: string, { ctrl, alt }: HeldKeys): string {
  if (text.length !== 1) return text
  const upper = text.toUpperCase()
  const controlled =
    ctrl && /^[@-_]$/.test(upper) ? String.fromCharCode(upper.charCodeAt(0) % 32) : text
  return alt ? `\u001b${controlled}` : controlled
}
