import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from './target.ts'

/** People who log in with the right password. */
export interface Honest {
  /** How they are called in the table. */
  readonly name: string
  /** Who logs in next, and from where. */
  next(): Person & { readonly network: string }
}

/** How one login went. */
export interface HonestLogin {
  /** The status that was answered; 0 when the connection broke, or nothing came for 20 seconds. */
  readonly status: number
  readonly milliseconds: number
}

/** Pages give up then. */
const patienceMs = 20_000

/** Logs in once. */
export async function logInOnce(url: string, honest: Honest): Promise<HonestLogin> {
  const begun = performance.now()
  const status = await ask(url, honest)
  return { status, milliseconds: performance.now() - begun }
}

async function ask(url: string, honest: Honest): Promise<number> {
  const { email, password, network } = honest.next()
  try {
    const answer = await fetch(`${url}/login`, {
      method: 'POST',
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'gatehouse-cli/1.0',
        'x-forwarded-for': network,
      },
      body: JSON.stringify({ email, password }),
    })
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 0
  }
}

/** Logs in again and again, a pause after each begin, and waits for all answers. */
export async function keepLoggingIn(
  url: string,
  honest: Honest,
  { seconds, pauseMs }: { readonly seconds: number; readonly pauseMs: number },
): Promise<readonly HonestLogin[]> {
  const end = performance.now() + seconds * 1000
  const logins: Promise<HonestLogin>[] = []
  while (performance.now() < end) {
    logins.push(logInOnce(url, honest))
    await sleep(pauseMs)
  }
  return Promise.all(logins)
}
