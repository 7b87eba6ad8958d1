/** The terminal itself. This file and its imports are loaded when the first terminal is opened. */
import { FitAddon } from '@xterm/addon-fit'
import { type ITerminalOptions, Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { characterWidths, widthsName } from './character-widths.ts'
import { styleByScript } from './style-by-script.ts'
import { actionOf, type HeldKeys, inputOf, isApple, withHeld } from './terminal-keys.ts'

/** The events of the terminal, and what it asks the page. */
export interface XtermEvents {
  /** Called with what the person types. */
  readonly onInput: (bytes: Uint8Array<ArrayBuffer>) => void
  /** Called with each new size of the terminal. */
  readonly onResize: (columns: number, rows: number) => void
  /** Called when the person leaves the terminal by keyboard. */
  readonly onLeave: () => void
  /** The modifiers that hold for the next key; they are used up by this call. */
  readonly takeHeld: () => HeldKeys
}

/** A terminal on the page. */
export interface Xterm {
  /** Shows what the machine sends. */
  write(bytes: Uint8Array): void
  /** Moves the focus into the terminal. */
  focus(): void
  /** Types a key by its name, as the bar of keys does. */
  press(name: string): void
  /** Pastes a text, as the program on the machine wants it. */
  paste(text: string): void
  /** Turns the support for screen readers on or off. */
  supportScreenReader(on: boolean): void
  /** Sets the size of the letters, in CSS pixels. */
  setLetterSize(pixels: number): void
  /** Removes the terminal from the page. */
  dispose(): void
}

const look: ITerminalOptions = {
  // Widths of characters are behind this option.
  allowProposedApi: true,
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  // Lower rows cut off the underscores of some fonts.
  lineHeight: 1.15,
  scrollback: 5000,
  theme: { background: '#10141a', foreground: '#e6edf3', cursor: '#e6edf3' },
}

/** Puts a terminal into an element without padding, and fits it to the element's size. */
export function openXterm(place: HTMLElement, pixels: number, events: XtermEvents): Xterm {
  styleByScript()
  const terminal = new Terminal({ ...look, fontSize: pixels })
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  terminal.unicode.register(characterWidths)
  terminal.unicode.activeVersion = widthsName
  const encoder = new TextEncoder()
  const type = (text: string) => events.onInput(encoder.encode(text))
  terminal.onData((text) => type(text.length === 1 ? withHeld(text, events.takeHeld()) : text))
  terminal.onBinary((text) =>
    events.onInput(Uint8Array.from(text, (letter) => letter.charCodeAt(0))),
  )
  terminal.onResize(({ cols, rows }) => events.onResize(cols, rows))
  handleKeys(terminal, events.onLeave)
  terminal.open(place)
  fit.fit()
  events.onResize(terminal.cols, terminal.rows)
  const observer = new ResizeObserver(() => fit.fit())
  observer.observe(place)
  const calm = blinkUnlessReduced(terminal)
  return {
    write: (bytes) => terminal.write(bytes),
    focus: () => terminal.focus(),
    press(name) {
      type(inputOf(name, events.takeHeld(), terminal.modes.applicationCursorKeysMode))
      terminal.scrollToBottom()
    },
    paste: (text) => terminal.paste(text),
    supportScreenReader(on) {
      terminal.options.screenReaderMode = on
    },
    setLetterSize(size) {
      terminal.options.fontSize = size
      fit.fit()
    },
    dispose() {
      calm.abort()
      observer.disconnect()
      terminal.dispose()
    },
  }
}

/** Copies and leaves by keyboard. What the browser does itself, such as to paste, is left to it. */
function handleKeys(terminal: Terminal, onLeave: () => void): void {
  terminal.attachCustomKeyEventHandler((event) => {
    const action = actionOf(event, { isApple, hasSelection: terminal.hasSelection() })
    if (action === 'input') return true
    if (event.type !== 'keydown' || action === 'browser') return false
    event.preventDefault()
    if (action === 'leave') onLeave()
    else {
      copySelection(terminal)
      // With nothing selected, the next Ctrl+C interrupts the program again.
      if (action === 'copy_and_clear') terminal.clearSelection()
    }
    return false
  })
}

function copySelection(terminal: Terminal): void {
  const text = terminal.getSelection()
  if (text === '') return
  const byEvent = () => void document.execCommand('copy')
  // Over http there is no such interface. The copy event, which the terminal answers, works there too.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard) clipboard.writeText(text).catch(byEvent)
  else byEvent()
}

/** Lets the cursor blink, unless the person has asked the system for less motion; also when that changes. */
function blinkUnlessReduced(terminal: Terminal): AbortController {
  const ending = new AbortController()
  const reduced = matchMedia('(prefers-reduced-motion: reduce)')
  const apply = () => {
    terminal.options.cursorBlink = !reduced.matches
  }
  apply()
  reduced.addEventListener('change', apply, ending)
  return ending
}
