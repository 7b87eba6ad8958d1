import { createLinkedList, type LinkedList } from '../linked-list.ts'
import type { Party, PartyCaps } from '../party.ts'
import type { Rejection } from '../rejection.ts'
import { tooManyOfOne, tooManyWaiting } from './engine-rejections.ts'

/** How many requests may be at the backend. As many may wait: in all, and of each one. */
export interface FairQueueBounds extends PartyCaps {
  /** At the backend in all. */
  readonly inAll: number
}

/** The turn of one request. */
export interface Turn {
  /** Gives it up or back, whether it has begun or not. Once is enough, more does no harm. */
  readonly end: () => void
}

/** Requests that are at the backend, or wait for their turn. */
export interface FairQueue {
  /**
   * Begins at once if nothing is full, otherwise later. Of those that wait, the next is whose
   * organization has least at the backend; among several, who came first.
   *
   * @returns The turn, or why it can neither begin nor wait.
   */
  take(party: Party, begin: (turn: Turn) => void): TakenTurn | RejectedTurn
  /** Begins all that wait, whatever is full. */
  beginAll(): void
}

interface TakenTurn {
  readonly ok: true
  readonly turn: Turn
}

interface RejectedTurn {
  readonly ok: false
  readonly rejection: Rejection
}

interface Share {
  readonly cap: number
  atWork: number
  waiting: number
}

interface Waiting extends Turn {
  readonly shares: Shares
  readonly begin: () => void
}

interface Shares {
  readonly user: Share
  readonly tenant: Share
  readonly network: Share
}

type CountKey = 'atWork' | 'waiting'

/** Keeps any one account, organization and network from taking all of the backend (T-89). */
export function createFairQueue(bounds: FairQueueBounds): FairQueue {
  const all: Share = { cap: bounds.inAll, atWork: 0, waiting: 0 }
  const users = createShares(bounds.perUser)
  const tenants = createShares(bounds.perTenant)
  const networks = createShares(bounds.perNetwork)
  const waiting = createLinkedList<Waiting>()

  function sharesOf({ userId, tenantId, network }: Party): Shares {
    return { user: users.of(userId), tenant: tenants.of(tenantId), network: networks.of(network) }
  }

  function forget(party: Party, { user, tenant, network }: Shares): void {
    users.forget(party.userId, user)
    tenants.forget(party.tenantId, tenant)
    networks.forget(party.network, network)
  }

  function count({ user, tenant, network }: Shares, key: CountKey, change: number): void {
    all[key] += change
    user[key] += change
    tenant[key] += change
    network[key] += change
  }

  function serve(): void {
    while (hasRoom(all)) {
      const one = nextOf(waiting)
      if (one === undefined) return
      one.begin()
    }
  }

  return {
    take(party, begin) {
      const shares = sharesOf(party)
      let state: CountKey | 'over' = 'waiting'
      let stopWaiting: (() => void) | undefined
      const turn: Waiting = {
        shares,
        begin() {
          if (stopWaiting) {
            stopWaiting()
            count(shares, 'waiting', -1)
          }
          count(shares, 'atWork', 1)
          state = 'atWork'
          begin(turn)
        },
        end() {
          if (state === 'over') return
          if (state === 'waiting') stopWaiting?.()
          count(shares, state, -1)
          state = 'over'
          forget(party, shares)
          if (waiting.size() > 0) serve()
        },
      }
      const isFree = hasRoom(all) && mayBegin(shares)
      const rejection = isFree ? undefined : whyNotWait(all, shares)
      if (rejection) {
        forget(party, shares)
        return { ok: false, rejection }
      }
      if (isFree) turn.begin()
      else {
        count(shares, 'waiting', 1)
        stopWaiting = waiting.add(turn)
      }
      return { ok: true, turn }
    },
    beginAll() {
      while (waiting.size() > 0) {
        const [one] = waiting.values()
        one?.begin()
      }
    },
  }
}

function hasRoom({ atWork, cap }: Share): boolean {
  return atWork < cap
}

function mayBegin({ user, tenant, network }: Shares): boolean {
  return hasRoom(user) && hasRoom(tenant) && hasRoom(network)
}

/** Whose organization has least of those that may begin; among several, who came first. */
function nextOf(waiting: LinkedList<Waiting>): Waiting | undefined {
  let best: Waiting | undefined
  for (const one of waiting.values()) {
    const { tenant } = one.shares
    if (!mayBegin(one.shares)) continue
    if (best === undefined || tenant.atWork < best.shares.tenant.atWork) best = one
    if (tenant.atWork === 0) break
  }
  return best
}

function whyNotWait(all: Share, shares: Shares): Rejection | undefined {
  const isFull = (share: Share) => share.waiting >= share.cap
  if (Object.values(shares).some(isFull)) return tooManyOfOne
  return isFull(all) ? tooManyWaiting : undefined
}

/** Those that have something, by what they are known by. */
function createShares(cap: number) {
  const shares = new Map<string, Share>()
  return {
    of(key: string): Share {
      const known = shares.get(key)
      if (known) return known
      const share = { cap, atWork: 0, waiting: 0 }
      shares.set(key, share)
      return share
    },
    forget(key: string, { atWork, waiting }: Share): void {
      if (atWork + waiting === 0) shares.delete(key)
    },
  }
}
