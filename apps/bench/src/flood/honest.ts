import { setTimeout as sleep } from 'node:timers/promises'
import type { Person } from './target.ts'

/** People who log in with the right password. */
export interface Honest {
  /** How they are called in the table. */
  readonly name: string
  /** Who logs in next, and from where. */
  next(): Visitor
}

/** Who logs in, and from where. */
interface Visitor extends Person {
  readonly network: string
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
export async function logInOnce(url: string, visitor: Visitor): Promise<HonestLogin> {
  const begun = performance.now()
  const status = await ask(url, visitor)
  return { status, milliseconds: performance.now() - begun }
}

async function ask(url: string, { email, password, network }: Visitor): Promise<number> {
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

/** When people log in. */
export interface HonestPlan {
  readonly seconds: number
  /** Between the begins of two logins, in milliseconds. */
  readonly pauseMs: number
  /** Whether nobody logs in again before their last login is answered. */
  readonly isPatient: boolean
}

/** Logs in again and again, and waits for all answers. */
export async function keepLoggingIn(
  url: string,
  honest: Honest,
  { seconds, pauseMs, isPatient }: HonestPlan,
): Promise<readonly HonestLogin[]> {
  const end = performance.now() + seconds * 1000
  const logins: Promise<HonestLogin>[] = []
  const latest = new Map<string, Promise<HonestLogin>>()
  while (performance.now() < end) {
    const visitor = honest.next()
    if (isPatient) await latest.get(visitor.email)
    const answered = logInOnce(url, visitor)
    latest.set(visitor.email, answered)
    logins.push(answered)
    await sleep(pauseMs)
  }
  return Promise.all(logins)
}
