/** Has many things beat in turn. */
export interface Heartbeats {
  /** From now on it beats, within a period for the first time. */
  add(target: HeartbeatTarget): void
  /** It beats no more. */
  remove(target: HeartbeatTarget): void
  /** Nothing beats any more. */
  stop(): void
}

interface HeartbeatTarget {
  beat(): void
}

/**
 * Each beats once in a period, but not all of them in the same moment: to ping ten thousand
 * terminals at once would keep everything else waiting.
 */
export function createHeartbeats(periodSeconds: number): Heartbeats {
  const turns = Array.from({ length: Math.max(1, Math.floor(periodSeconds)) }, newTurn)
  let added = 0
  let passed = 0
  const timer = setInterval(
    () => {
      for (const target of turns[passed % turns.length] ?? []) target.beat()
      passed += 1
    },
    (periodSeconds / turns.length) * 1000,
  )
  timer.unref()

  return {
    add(target) {
      turns[added % turns.length]?.add(target)
      added += 1
    },
    remove(target) {
      for (const turn of turns) turn.delete(target)
    },
    stop: () => clearInterval(timer),
  }
}

function newTurn(): Set<HeartbeatTarget> {
  return new Set()
}
