/** One thing that holds for the archives. */
export interface Check {
  /** What holds, as a sentence without an end. */
  readonly name: string
  /** @throws {Error} When it does not hold. */
  run(): Promise<void>
}

/** @throws {Error} When what a run of `flow.js` printed is not that of one that works. */
export function expectFlow(printed: string): void {
  if (printed !== 'invalid signed_up valid ada false\n') {
    throw new Error(`it printed ${printed}`)
  }
}
