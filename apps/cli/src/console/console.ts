import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'

/** The console of a command. */
export interface Console {
  /** Prints results, one line each. */
  print(...lines: readonly string[]): void

  /** Prints errors, one line each. */
  complain(...lines: readonly string[]): void

  /**
   * Shows progress; on a terminal it replaces the last such line. Lines that come too fast to read are left
   * out.
   */
  progress(line: string): void

  /** Whether questions can be answered: standard input is a terminal. */
  readonly canAsk: boolean

  /** Reads standard input to its end. For values that must not be in a command line. */
  readInput(): Promise<string>

  /** Asks a question with yes or no; `undefined` if {@link canAsk} is `false`. */
  ask(question: string): Promise<boolean | undefined>
}

/** The streams of a process. */
export interface ConsoleStreams {
  /** The stream for answers. Without a terminal no question is asked. */
  readonly stdin: NodeJS.ReadStream
  /** The stream for results. */
  readonly stdout: NodeJS.WriteStream
  /** The stream for questions, progress and errors. */
  readonly stderr: NodeJS.WriteStream
}

/** Creates a console: results go to standard output, everything else to standard error. */
export function createConsole({ stdin, stdout, stderr }: ConsoleStreams): Console {
  let isLineOpen = false
  let lastProgress = Number.NEGATIVE_INFINITY

  function say(stream: NodeJS.WriteStream, ...lines: readonly string[]): void {
    if (lines.length === 0) return
    if (isLineOpen) stderr.write('\r\x1b[K')
    isLineOpen = false
    stream.write(lines.map((line) => `${line}\n`).join(''))
  }

  return {
    print: (...lines) => say(stdout, ...lines),
    complain: (...lines) => say(stderr, ...lines),

    progress(line) {
      const now = performance.now()
      if (now - lastProgress < (stderr.isTTY ? 100 : 5000)) return
      lastProgress = now
      if (!stderr.isTTY) return say(stderr, line)
      stderr.write(`\r\x1b[K${line}`)
      isLineOpen = true
    },

    canAsk: stdin.isTTY,

    readInput: () => text(stdin),

    async ask(question) {
      if (!stdin.isTTY) return undefined
      if (isLineOpen) stderr.write('\n')
      isLineOpen = false
      const reader = createInterface({ input: stdin, output: stderr })
      // The end of the input answers no.
      const closed = new Promise<string>((resolve) => reader.once('close', () => resolve('')))
      const answer = await Promise.race([reader.question(`${question} [y/N] `), closed])
      reader.close()
      return /^y(es)?$/i.test(answer.trim())
    },
  }
}
