import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../testing/api.ts'
import type { ReceivedMail } from '../../testing/mail-server.ts'
import type { TestEnvironment } from '../../testing/test-environment.ts'

/** An answer that came at last, and how many requests before it got none. */
export interface StormAnswer extends Answer {
  readonly lost: number
}

/** Many people at once at a gateway that is killed and started again. */
export interface Storm {
  /**
   * Repeats a request until it is answered, as a person does who finds the service gone.
   *
   * @throws When the gateway died by itself, or did not start again.
   */
  ask(request: () => Promise<Answer>): Promise<StormAnswer>
  /** Whether the last kill is behind us. */
  isOver(): boolean
  /** Kills and restarts at these points, one after the other. */
  rage(points: readonly KillPoint[]): Promise<void>
}

/** How far the gateway gets before it is killed. */
export interface KillPoint {
  /** Answers given since it started. */
  readonly answers: number
  readonly thenMs: number
}

/** After this long without the answers that a kill point waits for, it has come anyway. */
const longestCalmMs = 5000

/** From whom mails of the gateway are that runs after so many kills. The first has none yet. */
export function senderAfter(kills: number): string {
  return `Gatehouse ${kills} <no-reply@localhost>`
}

/** How many kills came before the gateway started that sent a mail, by its sender. */
export function killsBefore({ from }: Pick<ReceivedMail, 'from'>): number {
  return Number(/\d+/.exec(from)?.[0])
}

/** Prepares a storm over an environment whose gateway is up, and sends as after 0 kills. */
export function createStorm(environment: TestEnvironment): Storm {
  let kills = 0
  let up = Promise.resolve()
  let answers = 0
  let isOver = false

  const killOnce = async ({ answers: wanted, thenMs }: KillPoint) => {
    const calm = Date.now() + longestCalmMs
    while (answers < wanted && Date.now() < calm) await sleep(1)
    await sleep(thenMs)
    up = restart()
    await up
  }

  const restart = async () => {
    await environment.gateway().kill()
    kills += 1
    await environment.restart({ MAIL_FROM: senderAfter(kills) })
    answers = 0
  }

  return {
    isOver: () => isOver,
    async ask(request) {
      for (let lost = 0; ; lost += 1) {
        await up
        const before = up
        const answer = await unlessCut(request)
        if (answer) {
          answers += 1
          return { ...answer, lost }
        }
        if (up === before) throw new Error('cut off by a gateway that nobody had killed')
      }
    },
    async rage(points) {
      try {
        for (const point of points) await killOnce(point)
      } finally {
        isOver = true
      }
    },
  }
}

/** What the gateway answered, or nothing when the connection was cut. */
async function unlessCut(request: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await request()
  } catch (error) {
    // Fetch reports every fault of the connection as a TypeError, and nothing else.
    if (error instanceof TypeError) return null
    throw error
  }
}
