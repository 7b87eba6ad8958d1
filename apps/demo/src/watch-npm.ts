const everyMs = 500

/**
 * Calls back once when npm, which started this process, is gone: it does not pass on a SIGKILL. Does nothing
 * in a process that was started in another way.
 */
export function watchNpm(env: NodeJS.ProcessEnv, onGone: () => void): void {
  if (env.npm_lifecycle_event !== 'start') return
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    onGone()
  }, everyMs).unref()
}
