import { createInterface } from 'node:readline/promises'

/** Where a command speaks, and whom it asks. */
export interface Terminal {
  /** What was asked for, a line each. */
  print(...lines: readonly string[]): void

  /** What went wrong, a line each. */
  complain(...lines: readonly string[]): void

  /** Shows how far it has come: in place of the last such line where that can be done. */
  progress(line: string): void

  /** Asks something with yes or no as its answer; `undefined` where there is nobody to ask. */
  ask(question: string): Promise<boolean | undefined>
}

/** The streams of a process. */
export interface Streams {
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  readonly stderr: NodeJS.WriteStream
}

/** Answers go to standard output, everything else to standard error. */
export function createTerminal({ stdin, stdout, stderr }: Streams): Terminal {
  let isLineOpen = false

  function say(stream: NodeJS.WriteStream, ...lines: readonly string[]): void {
    if (isLineOpen) stderr.write('\r\x1b[K')
    isLineOpen = false
    stream.write(lines.map((line) => `${line}\n`).join(''))
  }

  return {
    print: (...lines) => say(stdout, ...lines),
    complain: (...lines) => say(stderr, ...lines),

    progress(line) {
      if (!stderr.isTTY) return say(stderr, line)
      stderr.write(`\r\x1b[K${line}`)
      isLineOpen = true
    },

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
