/** The terminal itself. This file and its imports are loaded when the first terminal is opened. */
import { FitAddon } from '@xterm/addon-fit'
import { Terminal } from '@xterm/xterm'
import '@xterm/xterm/css/xterm.css'
import { styleByScript } from './style-by-script.ts'

/** The events of the terminal. */
export interface XtermEvents {
  /** Called with what the person types. */
  readonly onInput: (bytes: Uint8Array<ArrayBuffer>) => void
  /** Called with each new size of the terminal. */
  readonly onResize: (columns: number, rows: number) => void
  /** Called when the person leaves the terminal by keyboard. */
  readonly onLeave: () => void
}

/** A terminal on the page. */
export interface Xterm {
  /** Shows what the machine sends. */
  write(bytes: Uint8Array): void
  /** Moves the focus into the terminal. */
  focus(): void
  /** Turns the support for screen readers on or off. */
  readAloud(on: boolean): void
  /** Removes the terminal from the page. */
  dispose(): void
}

/** Puts a terminal into an element, and fits it to the element's size. */
export function openXterm(place: HTMLElement, { onInput, onResize, onLeave }: XtermEvents): Xterm {
  styleByScript()
  const terminal = new Terminal({
    cursorBlink: true,
    fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
    fontSize: 14,
    // Lower rows cut off the underscores of some fonts.
    lineHeight: 1.15,
    scrollback: 5000,
    theme: { background: '#10141a', foreground: '#e6edf3', cursor: '#e6edf3' },
  })
  const fit = new FitAddon()
  terminal.loadAddon(fit)
  const encoder = new TextEncoder()
  terminal.onData((text) => onInput(encoder.encode(text)))
  terminal.onBinary((text) => onInput(Uint8Array.from(text, (letter) => letter.charCodeAt(0))))
  terminal.onResize(({ cols, rows }) => onResize(cols, rows))
  terminal.attachCustomKeyEventHandler((event) => {
    if (event.key !== 'F6' || !event.ctrlKey) return true
    if (event.type === 'keydown') onLeave()
    return false
  })
  terminal.open(place)
  fit.fit()
  onResize(terminal.cols, terminal.rows)
  const observer = new ResizeObserver(() => fit.fit())
  observer.observe(place)
  return {
    write: (bytes) => terminal.write(bytes),
    focus: () => terminal.focus(),
    readAloud(on) {
      terminal.options.screenReaderMode = on
    },
    dispose() {
      observer.disconnect()
      terminal.dispose()
    },
  }
}
