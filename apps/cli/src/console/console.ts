import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'

/** Where a command speaks and asks. */
export interface Console {
  /** What was asked for, a line each. */
  print(...lines: readonly string[]): void

  /** What went wrong, a line each. */
  complain(...lines: readonly string[]): void

  /**
   * Shows how far it has come: in place of the last such line where that can be done. What comes
   * too fast to be read is left out.
   */
  progress(line: string): void

  /** Whether questions can be answered: standard input is a terminal. */
  readonly canAsk: boolean

  /** Everything on standard input, to its end. For what must not stand in a command line. */
  readInput(): Promise<string>

  /** Asks something with yes or no as its answer; `undefined` where {@link canAsk} is not. */
  ask(question: string): Promise<boolean | undefined>
}

/** The streams of a process. */
export interface ConsoleStreams {
  /** Where answers are read. Without a terminal no question is asked. */
  readonly stdin: NodeJS.ReadStream
  /** Where the result of a command goes. */
  readonly stdout: NodeJS.WriteStream
  /** Where questions, progress and complaints go. */
  readonly stderr: NodeJS.WriteStream
}

/** Answers go to standard output, everything else to standard error. */
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
