/** Has many things beat in slot. */
export interface Pings {
  /** From now on it beats, within a period for the first time. */
  add(target: PingTarget): void
  /** It beats no more. */
  remove(target: PingTarget): void
  /** Nothing beats any more. */
  stop(): void
}

interface PingTarget {
  ping(): void
}

/**
 * Each beats once in a period, but not all of them in the same moment: to ping ten thousand
 * terminals at once would keep everything else waiting.
 */
export function createPings(periodSeconds: number): Pings {
  const slots = Array.from({ length: Math.max(1, Math.floor(periodSeconds)) }, newSlot)
  let added = 0
  let passed = 0
  const timer = setInterval(
    () => {
      for (const target of slots[passed % slots.length] ?? []) target.ping()
      passed += 1
    },
    (periodSeconds / slots.length) * 1000,
  )
  timer.unref()

  return {
    add(target) {
      slots[added % slots.length]?.add(target)
      added += 1
    },
    remove(target) {
      for (const slot of slots) slot.delete(target)
    },
    stop: () => clearInterval(timer),
  }
}

function newSlot(): Set<PingTarget> {
  return new Set()
}
