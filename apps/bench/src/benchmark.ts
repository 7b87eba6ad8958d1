/** One benchmark, in a folder of its own. */
export interface Benchmark {
  /** What it shows, and its options, in one line. */
  readonly summary: string
  /**
   * Runs it to its end and prints what it found.
   *
   * @param parameters What stands after its name on the command line.
   * @param say Prints a line.
   * @returns Whether what it measured is within its bounds.
   */
  run(parameters: readonly string[], say: (line: string) => void): Promise<boolean>
}
