// Prints the closing line that CI reads and fails a run in which nothing passed.
export default class CiLine {
  #nothingPassed = false

  onRunComplete(_contexts, results) {
    const passed = results.numPassedTests
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites
    const skipped = results.numPendingTests + results.numTodoTests
    this.#nothingPassed = passed === 0
    // Jest's own summary always comes after other reporters, so the line waits for the exit.
    process.once('exit', () => {
      process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`)
    })
  }

  getLastError() {
    return this.#nothingPassed ? new Error('No test passed.') : undefined
  }
}
