/**
 * The session of this tab, kept in memory and in `sessionStorage`, renewed, and synchronised with other tabs.
 */
import { effect, signal } from '@preact/signals'
import { service } from '../api/service.ts'
import type { TokenAnswer, User } from '../api/wire.ts'
import { createAsk } from './ask.ts'
import { createLeaderElection } from './leader-election.ts'
import { parseSession, renewalAt, type Session, sessionOf } from './session.ts'
import { joinTabs } from './tabs.ts'
import { createTokenRenewal } from './token-renewal.ts'

const storageKey = 'gatehouse.session'

/** Why the last session is over, or what the sign-in is for; the sign-in page shows it. */
export type SessionEnding = 'signed_out' | 'ended' | 'expired' | 'closed' | 'deleted' | 'joined'

/** The session of this tab. */
export const session = signal(parseSession(sessionStorage.getItem(storageKey), Date.now()))

/** The key for agents: only in memory, so it is lost on a reload (T-84). */
export const apiKey = signal<string | undefined>(undefined)

/** Set when the sign-in page has something to say. */
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

/** Milliseconds between checks whether a renewal is due, because a sleeping computer stops timers. */
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

/** Asks the service with the access token of this tab; see {@link createAsk}. */
export const ask = createAsk({
  current: () => session.peek(),
  renew: renewNow,
  onEnded: () => drop('ended'),
})

/** Takes the session of a full token answer as the session of this tab. */
export function enter(answer: TokenAnswer): void {
  const next = sessionOf(answer, Date.now())
  if (!next) return
  apiKey.value = answer.user.api_key
  hold(next)
}

/** Takes a session from the address or from another tab. */
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

/**
 * Continues with a new session of the same account. The old one is ended, unless another tab or a shell of
 * this tab still needs it.
 */
export async function replaceSession(answer: TokenAnswer, hasShell: boolean): Promise<void> {
  const before = session.peek()
  enter(answer)
  if (!before || hasShell || (await tabs.ask(before.claims.sid))) return
  await service.logOut(before.token)
}

/** Ends the session here, in the other tabs and with the service. */
export async function signOut(): Promise<void> {
  const mine = session.peek()
  if (!mine) return
  tabs.tellEnded(mine.claims.sid)
  drop('signed_out')
  await service.logOut(mine.token)
}

/** Takes new information on the account of this tab. */
export function noteProfile({ api_key: _, ...profile }: User): void {
  const mine = session.peek()
  if (mine?.claims.userId === profile.id) session.value = { ...mine, profile }
}

/** Removes a session that the service has ended, in this tab and the others. */
export function dropEverywhere(why: SessionEnding): void {
  const mine = session.peek()
  if (mine) tabs.tellEnded(mine.claims.sid)
  drop(why)
}

/** Removes the session of this tab. */
export function drop(why: SessionEnding): void {
  apiKey.value = undefined
  session.value = undefined
  sessionEnding.value = why
}
