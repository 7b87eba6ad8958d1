/** The launcher's output: standard output, or a collector in tests. */
export interface Output {
  /** Whether it is a terminal. */
  readonly isTTY?: boolean
  /** Writes a text as it is. */
  write(text: string): unknown
}

/** Shows the progress of the start, one line for each step. */
export interface Progress {
  /** Shows a step while its work is running, and when it is done. Rejects as the work does. */
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
