/** A process that was started must not outlive this one, however this one ends. @returns Its id. */
export function endWithUs(pid: number): number {
  process.once('exit', () => {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  })
  return pid
}
