import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@jest/globals'
import type { Answer } from '../../testing/api.ts'

/** Asks again for as long as the answer is 503, each time after the pause that the answer names. */
export async function repeatWhileUnavailable(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    const seconds = Number(answer.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    await sleep(seconds * 1000)
  }
}
