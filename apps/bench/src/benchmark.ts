/** Prints a line of a result. */
export type Say = (line: string) => void

/** One benchmark, in a folder of its own. */
export interface Benchmark {
  /** What it shows, and its options, in one line. */
  readonly summary: string
  /**
   * Runs to its end and prints what it found.
   *
   * @param parameters What stands after its name on the command line.
   * @returns Whether what it measured is within its bounds.
   */
  run(parameters: readonly string[], say: Say): Promise<boolean>
}
