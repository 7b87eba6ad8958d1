import type { Party, PartyCaps } from '../party.ts'

/** Counts open terminals against the caps of one account, organization and network. */
export interface TerminalSlots {
  /** Takes a slot of each, or of none: `undefined`. Gives back what frees it, once. */
  take(party: Party): FreeSlot | undefined
}

/** Terminal slots that are counted outside this process. */
export interface SharedTerminalSlots {
  /** As in {@link TerminalSlots}. */
  take(party: Party): FreeSlot | undefined | Promise<FreeSlot | undefined>
}

/** Frees a slot; further calls do nothing. */
type FreeSlot = () => void

/** Counts the terminals of one process. */
export function createTerminalSlots({ perUser, perTenant, perNetwork }: PartyCaps): TerminalSlots {
  const users = createCounts(perUser)
  const tenants = createCounts(perTenant)
  const networks = createCounts(perNetwork)
  return {
    take({ userId, tenantId, network }) {
      if (users.isFull(userId) || tenants.isFull(tenantId) || networks.isFull(network)) {
        return undefined
      }
      const add = (change: number) => {
        users.add(userId, change)
        tenants.add(tenantId, change)
        networks.add(network, change)
      }
      add(1)
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        add(-1)
      }
    },
  }
}

function createCounts(cap: number) {
  const counts = new Map<string, number>()
  return {
    isFull: (key: string) => (counts.get(key) ?? 0) >= cap,
    add(key: string, change: number) {
      const count = (counts.get(key) ?? 0) + change
      if (count === 0) counts.delete(key)
      else counts.set(key, count)
    },
  }
}
