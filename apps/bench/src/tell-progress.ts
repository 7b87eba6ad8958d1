/** Prints a line of progress to standard error; results go to standard output. */
export function tellProgress(line: string): void {
  process.stderr.write(`${line}\n`)
}
