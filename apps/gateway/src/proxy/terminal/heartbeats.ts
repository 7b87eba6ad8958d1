/** Has many things beat in turn. */
export interface Heartbeats {
  add(beating: Beating): void
  remove(beating: Beating): void
  stop(): void
}

interface Beating {
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
      for (const beating of turns[passed % turns.length] ?? []) beating.beat()
      passed += 1
    },
    (periodSeconds / turns.length) * 1000,
  )
  timer.unref()

  return {
    add(beating) {
      turns[added % turns.length]?.add(beating)
      added += 1
    },
    remove(beating) {
      for (const turn of turns) turn.delete(beating)
    },
    stop: () => clearInterval(timer),
  }
}

function newTurn(): Set<Beating> {
  return new Set()
}
