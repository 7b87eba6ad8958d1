/** The session of this tab, kept in memory and in `sessionStorage`, fresh and in step with others. */
import { effect, signal } from '@preact/signals'
import { service } from '../api/service.ts'
import type { TokenAnswer } from '../api/wire.ts'
import { createFreshness } from './keep-fresh.ts'
import { createLeadership } from './leader-election.ts'
import { parseSession, renewalAt, type Session, sessionOf } from './session.ts'
import { joinTabs } from './tabs.ts'

const storageKey = 'gatehouse.session'

/** Why the last session is over, for the sign-in page to say. */
export type Ending = 'signed_out' | 'ended' | 'expired'

/** Who is signed in in this tab. */
export const session = signal(parseSession(sessionStorage.getItem(storageKey), Date.now()))

/** The key for agents: in memory alone, so a reload forgets it (T-84). */
export const apiKey = signal<string | undefined>(undefined)

/** Set when a session was here and is over. */
export const ending = signal<Ending | undefined>(undefined)

effect(() => {
  if (session.value) sessionStorage.setItem(storageKey, JSON.stringify(session.value))
  else sessionStorage.removeItem(storageKey)
})

const tabs = joinTabs({
  current: () => session.peek(),
  onRenewed(newer) {
    const mine = session.peek()
    if (mine?.claims.sid !== newer.claims.sid || newer.expiresAt <= mine.expiresAt) return
    const { token, claims, receivedAt, expiresAt } = newer
    session.value = { ...mine, token, claims, receivedAt, expiresAt }
  },
  onEnded(sid) {
    if (session.peek()?.claims.sid === sid) drop('signed_out')
  },
})

const leadership = createLeadership(navigator.locks as LockManager | undefined)
effect(() => leadership.standFor(session.value?.claims.sid))

const freshness = createFreshness({
  current: () => session.peek(),
  refresh: (token) => service.refresh(token),
  onRenewed(newer) {
    session.value = newer
    tabs.tellRenewed(newer)
  },
  onEnded: () => drop('ended'),
  now: () => Date.now(),
})

/** A follower waits this much longer than the leader, as a share of what is left. */
const followerPatience = 1 / 2

/** Looked at this often, since a sleeping computer stops timers. In milliseconds. */
const beatMs = 1000

setInterval(() => void keepFresh(), beatMs)
addEventListener('online', () => void keepFresh())

async function keepFresh(): Promise<void> {
  const mine = session.peek()
  if (!mine) return
  const due = renewalAt(mine)
  const late = due + (mine.expiresAt - due) * followerPatience
  if (leadership.leads() || Date.now() >= late) await freshness.renew('if_due')
}

/** Renews the token at once, for a terminal that was refused it. */
export function renewNow(): Promise<void> {
  return freshness.renew('now')
}

/** Enters: this tab holds the session from now on. */
export function enter(answer: TokenAnswer): void {
  const next = sessionOf(answer, Date.now())
  if (!next) return
  apiKey.value = answer.user.api_key
  hold(next)
}

/** Holds a session that came from elsewhere: in the address, or from another tab. */
export function hold(next: Session): void {
  ending.value = undefined
  session.value = next
}

/** Takes the session of another tab, if this one has none. */
export async function adopt(): Promise<void> {
  if (session.peek()) return
  const found = await tabs.ask()
  if (found && !session.peek()) hold(found)
}

/** Ends the session here, in the other tabs and with the service. */
export async function signOut(): Promise<void> {
  const mine = session.peek()
  if (!mine) return
  tabs.tellEnded(mine.claims.sid)
  drop('signed_out')
  await service.logOut(mine.token)
}

/** Forgets the session of this tab. */
export function drop(why: Ending): void {
  apiKey.value = undefined
  session.value = undefined
  ending.value = why
}
