/** Where the launcher writes: standard output, or a test's collector. */
export interface Output {
  /** Whether it is a terminal. */
  readonly isTTY?: boolean
  /** Writes a text as it is. */
  write(text: string): unknown
}

/** Shows how far the start of the demo has come, one line for each step. */
export interface Progress {
  /** Shows that a step is under way, and that it is done when the work is. Rejects as it does. */
  during<Result>(step: string, work: Promise<Result>): Promise<Result>
  /** Shows a step that is not needed. */
  skip(step: string, reason: string): void
}

const clearLine = '\r\x1b[2K'

/** On a terminal the line of a running step is replaced; elsewhere only finished steps appear. */
export function createProgress(output: Output): Progress {
  const live = output.isTTY === true
  return {
    async during(step, work) {
      if (live) output.write(`  … ${step}`)
      try {
        const result = await work
        output.write(`${live ? clearLine : ''}  ✔ ${step}\n`)
        return result
      } catch (error) {
        output.write(`${live ? clearLine : ''}  ✘ ${step}\n`)
        throw error
      }
    },
    skip: (step, reason) => {
      output.write(`  – ${step}: ${reason}\n`)
    },
  }
}
