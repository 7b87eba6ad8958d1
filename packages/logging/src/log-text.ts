import { styleText } from 'node:util'

type Style = Parameters<typeof styleText>[0]

const levels: Readonly<Record<number, readonly [word: string, style: Style]>> = {
  10: ['TRACE', 'dim'],
  20: ['DEBUG', 'dim'],
  30: ['INFO', 'green'],
  40: ['WARN', 'yellow'],
  50: ['ERROR', 'red'],
  60: ['FATAL', 'red'],
}

/** The level from which the stack of an error is shown. */
const errorLevel = 50

/**
 * Lines of the log for eyes: the time of day in UTC, the level as a word, the message, and the fields.
 *
 * @param lines JSON records, each with its line break.
 * @param isColoured Whether to use the colours of a terminal.
 */
export function toText(lines: string, isColoured: boolean): string {
  const paint = (style: Style, text: string) =>
    isColoured ? styleText(style, text, { validateStream: false }) : text
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const { level, time, msg, err, service: _, ...fields } = JSON.parse(line) as LogRecord
      const [word, style] = levels[level] ?? [String(level), 'dim']
      const shown = Object.entries({ ...fields, ...(err && { err: err.message }) })
      const cells = [
        paint('dim', time.slice(11)),
        paint(style, word.padEnd(5)),
        harmless(msg ?? ''),
        ...shown.map(([name, value]) => `${paint('dim', `${name}=`)}${shownValue(value)}`),
      ]
      const stack = level >= errorLevel && err?.stack ? err.stack.split('\n').slice(1) : []
      return [cells.join(' '), ...stack.map((each) => paint('dim', harmless(each)))]
        .map((each) => `${each}\n`)
        .join('')
    })
    .join('')
}

interface LogRecord extends Readonly<Record<string, unknown>> {
  readonly level: number
  readonly time: string
  readonly msg?: string
  readonly err?: { readonly message: string; readonly stack?: string }
}

function shownValue(value: unknown): string {
  const isPlain = typeof value === 'string' && /^[\w./:@+~%-]+$/.test(value)
  return isPlain ? value : harmless(JSON.stringify(value))
}

/** Paths and names come from elsewhere: what would move the cursor is shown as its number. */
function harmless(text: string): string {
  return text.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (each) => `\\u{${each.codePointAt(0)?.toString(16)}}`,
  )
}
