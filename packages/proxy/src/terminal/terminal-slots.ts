/** Counts open terminals against two caps. */
export interface TerminalSlots {
  /** Takes a slot of both, or of neither: `undefined`. Gives back what frees it, once. */
  take(userId: string, network: string): FreeSlot | undefined
}

/** The same where they are counted elsewhere. */
export interface SharedTerminalSlots {
  /** As in {@link TerminalSlots}. */
  take(userId: string, network: string): FreeSlot | undefined | Promise<FreeSlot | undefined>
}

/** Gives a slot back, once. */
type FreeSlot = () => void

/** How many terminals there may be. */
export interface TerminalCaps {
  /** How many terminals one account may have open at once. */
  readonly perUser: number
  /** How many terminals may be open at once from one network. */
  readonly perNetwork: number
}

/** Counts the terminals of one process. */
export function createTerminalSlots({ perUser, perNetwork }: TerminalCaps): TerminalSlots {
  const users = new Map<string, number>()
  const networks = new Map<string, number>()
  return {
    take(userId, network) {
      const isFull =
        (users.get(userId) ?? 0) >= perUser || (networks.get(network) ?? 0) >= perNetwork
      if (isFull) return undefined
      add(users, userId, 1)
      add(networks, network, 1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        add(users, userId, -1)
        add(networks, network, -1)
      }
    },
  }
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}
