const exitAfterMs = 5000

/** Ends this process in good order on SIGTERM or SIGINT; after five seconds in any case. */
export function stopOnSignal(stop: () => Promise<void>): void {
  const end = () => {
    setTimeout(() => process.exit(1), exitAfterMs).unref()
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
}
