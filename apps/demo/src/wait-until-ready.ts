import { setTimeout as sleep } from 'node:timers/promises'
import { LaunchError } from './launch-error.ts'

const pauseMs = 100
const requestMs = 2000

/** How long to wait. */
export interface WaitOptions {
  /** Ends the waiting, with the signal's reason. */
  readonly signal: AbortSignal
  /** The longest wait, in seconds. */
  readonly seconds: number
}

/**
 * Requests an address again and again until it answers 200.
 * @throws {LaunchError} with its last answer, when the time is over.
 */
export async function waitUntilReady(url: string, { signal, seconds }: WaitOptions): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  let last = 'no answer'
  while (Date.now() < deadline) {
    const status = await ask(url, signal)
    signal.throwIfAborted()
    if (status === 200) return
    if (status !== undefined) last = `status ${status}`
    await sleep(pauseMs, undefined, { signal })
  }
  throw new LaunchError(`${url} was not ready after ${seconds} s (${last}).`)
}

async function ask(url: string, signal: AbortSignal): Promise<number | undefined> {
  try {
    const response = await fetch(url, {
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestMs)]),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return undefined
  }
}
