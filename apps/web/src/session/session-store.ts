/**
 * The session of this tab, kept in memory and in `sessionStorage`, fresh and in step with others.
 */
import { effect, signal } from '@preact/signals'
import { service } from '../api/service.ts'
import type { TokenAnswer } from '../api/wire.ts'
import { createLeaderElection } from './leader-election.ts'
import { parseSession, renewalAt, type Session, sessionOf } from './session.ts'
import { joinTabs } from './tabs.ts'
import { createTokenRenewal } from './token-renewal.ts'

const storageKey = 'gatehouse.session'

/** Why the last session is over, for the sign-in page to say. */
export type SessionEnding = 'signed_out' | 'ended' | 'expired'

/** Who is signed in in this tab. */
export const session = signal(parseSession(sessionStorage.getItem(storageKey), Date.now()))

/** The key for agents: in memory alone, so a reload forgets it (T-84). */
export const apiKey = signal<string | undefined>(undefined)

/** Set when a session of this tab is over. */
export const sessionEnding = signal<SessionEnding | undefined>(undefined)

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

const election = createLeaderElection(navigator.locks as LockManager | undefined)
effect(() => election.standFor(session.value?.claims.sid))

const tokenRenewal = createTokenRenewal({
  current: () => session.peek(),
  refresh: (token) => service.refresh(token),
  onRenewed(newer) {
    session.value = newer
    tabs.tellRenewed(newer)
  },
  onEnded: () => drop('ended'),
  now: () => Date.now(),
})

/** A follower renews this much later than the leader, as a share of the token's remaining time. */
const followerDelay = 1 / 2

/** How often it is checked whether a renewal is due: a sleeping computer stops timers. */
const checkMs = 1000

setInterval(() => void keepFresh(), checkMs)
addEventListener('online', () => void keepFresh())

async function keepFresh(): Promise<void> {
  const mine = session.peek()
  if (!mine) return
  const due = renewalAt(mine)
  const late = due + (mine.expiresAt - due) * followerDelay
  if (election.leads() || Date.now() >= late) await tokenRenewal.renew('if_due')
}

/** Renews the token at once, for a terminal whose token was refused. */
export function renewNow(): Promise<void> {
  return tokenRenewal.renew('now')
}

/** Takes the session of a full token answer as the session of this tab. */
export function enter(answer: TokenAnswer): void {
  const next = sessionOf(answer, Date.now())
  if (!next) return
  apiKey.value = answer.user.api_key
  hold(next)
}

/** Takes a session from elsewhere as the session of this tab: from the address, or another tab. */
export function hold(next: Session): void {
  sessionEnding.value = undefined
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
export function drop(why: SessionEnding): void {
  apiKey.value = undefined
  session.value = undefined
  sessionEnding.value = why
}
