/** Prints a line for those who wait. It is no part of what was found, which is on standard output. */
export function tellProgress(line: string): void {
  process.stderr.write(`${line}\n`)
}
