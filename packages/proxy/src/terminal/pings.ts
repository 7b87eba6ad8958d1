/** Pings many targets, spread over a period. */
export interface Pings {
  /** Pings the target from now on, the first time within one period. */
  add(target: PingTarget): void
  /** Stops pinging the target. */
  remove(target: PingTarget): void
  /** Stops all pings. */
  stop(): void
}

interface PingTarget {
  ping(): void
}

/**
 * Pings each target once in a period, but not all at the same moment: ten thousand pings at once would block
 * everything else.
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
