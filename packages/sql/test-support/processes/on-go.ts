/**
 * Tells the parent that this process is ready, and does its work once when the parent says `go`.
 */
export function onGo(work: () => Promise<unknown>): void {
  process.once('message', () => void answer(work))
  process.send?.('ready')
}

async function answer(work: () => Promise<unknown>): Promise<void> {
  const message = await work().then(
    (result) => ({ result }),
    (error: unknown) => ({ error: String(error) }),
  )
  process.send?.(message, () => process.disconnect())
}
