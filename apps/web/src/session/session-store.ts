/**
 * The session of this tab, kept in memory and in `sessionStorage`, renewed, and synchronised with other tabs.
 * The browser keeps it for longer if the person wants.
 */
import { effect, signal } from '@preact/signals'
import { service } from '../api/service.ts'
import type { TokenAnswer, User } from '../api/wire.ts'
import { createAsk } from './ask.ts'
import { createBackOff } from './back-off.ts'
import { tabStorage } from './browser-storage.ts'
import { inTurn } from './in-turn.ts'
import { createKeptSession, type Resumed } from './kept-session.ts'
import { createLeaderElection } from './leader-election.ts'
import { createLeftSessions } from './left-sessions.ts'
import { parseSession, renewalAt, type Session, sessionOf } from './session.ts'
import { browserState, noteBrowserState, remember, staysSignedIn } from './stay.ts'
import { joinTabs } from './tabs.ts'
import { createTokenRenewal } from './token-renewal.ts'

const storageKey = 'gatehouse.session'

/** Why the last session is over, or what the sign-in is for; the sign-in page shows it. */
export type SessionEnding = 'signed_out' | 'ended' | 'expired' | 'closed' | 'deleted' | 'joined'

/** The session of this tab. */
export const session = signal(parseSession(tabStorage.read(storageKey), Date.now()))

/** The key for agents: only in memory, so it is lost on a reload (T-84). */
export const apiKey = signal<string | undefined>(undefined)

/** Set when the sign-in page has something to say. */
export const sessionEnding = signal<SessionEnding | undefined>(undefined)

effect(() => {
  const mine = session.value
  tabStorage.write(storageKey, mine && JSON.stringify(mine))
  if (mine && browserState() === undefined) noteBrowserState('open')
})

const kept = createKeptSession({
  routes: service,
  state: browserState,
  noteState: noteBrowserState,
  now: () => Date.now(),
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
  onSignedOut(sid) {
    const mine = session.peek()
    void left.endAll()
    drop('signed_out')
    if (mine && mine.claims.sid !== sid) void service.logOut(mine.token)
  },
})

const left = createLeftSessions({
  routes: service,
  storage: tabStorage,
  isElsewhere: async (sid) => (await tabs.ask(sid)) !== undefined,
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
  onEnded: resumeOrEnd,
  now: () => Date.now(),
})

/** A follower renews this much later than the leader, as a share of the token's remaining time. */
const followerDelay = 1 / 2

/** Milliseconds between checks whether a renewal is due, because a sleeping computer stops timers. */
const checkMs = 1000

const backOff = createBackOff(Math.random)

setInterval(() => void keepFresh(), checkMs)
addEventListener('online', () => {
  backOff.reset()
  void keepFresh()
})

async function keepFresh(): Promise<void> {
  const mine = session.peek()
  if (!mine || backOff.isTooEarly(Date.now())) return
  const due = renewalAt(mine)
  const late = due + (mine.expiresAt - due) * followerDelay
  if (!election.leads() && Date.now() < late) return
  if (await tokenRenewal.renew('if_due')) backOff.reset()
  else backOff.noteFailure(Date.now())
}

/** Renews the token at once, for a terminal whose token was refused. */
export async function renewNow(): Promise<void> {
  await tokenRenewal.renew('now')
}

/** Asks the service with the access token of this tab; see {@link createAsk}. */
export const ask = createAsk({
  current: () => session.peek(),
  renew: renewNow,
  onEnded: () => void resumeOrEnd(),
})

/**
 * Takes the session of a full token answer as the session of this tab. One in another organization that it takes the
 * place of ends when that is entered again, or when the person signs out.
 */
export function enter(answer: TokenAnswer): void {
  const before = session.peek()
  const next = take(answer)
  if (!next) return
  if (before) left.note(before)
  void left.endBefore(next)
}

function take(answer: TokenAnswer): Session | undefined {
  const next = sessionOf(answer, Date.now())
  if (!next) return undefined
  apiKey.value = answer.user.api_key
  hold(next)
  return next
}

/** Takes a session that was just begun. The browser keeps it, and who it is, if the person wants. */
export function hold(next: Session): void {
  const isKept = staysSignedIn.peek() || session.peek()?.isKept === true
  const { email, tenantId } = next.claims
  remember(isKept ? { email, tenantId } : undefined)
  sessionEnding.value = undefined
  session.value = isKept ? { ...next, isKept } : next
  void (isKept ? kept.keep(next) : kept.forget())
}

/** Takes the session of another tab, or the one that the browser keeps, if this tab has none. */
export async function adopt(): Promise<void> {
  if (session.peek()) return
  await inTurn('resume', async () => {
    const found = await tabs.ask()
    const resumed: Resumed = found ? { kind: 'resumed', session: found } : await kept.resume()
    if (session.peek()) return
    if (resumed.kind === 'resumed') session.value = resumed.session
    else if (resumed.kind === 'ended') sessionEnding.value = 'ended'
  })
}

/** Whether {@link adopt} is likely to find a session. */
export function isLikelySignedIn(): boolean {
  return session.peek() !== undefined || ['open', 'kept'].includes(browserState() ?? '')
}

let resuming: Promise<boolean> | undefined

/** Goes on with the session if the browser keeps it; otherwise it is over. @returns Whether the service was reached. */
function resumeOrEnd(): Promise<boolean> {
  resuming ??= resumeOrDrop().finally(() => {
    resuming = undefined
  })
  return resuming
}

async function resumeOrDrop(): Promise<boolean> {
  const mine = session.peek()
  const resumed: Resumed = mine?.isKept ? await kept.resume() : { kind: 'none' }
  if (resumed.kind === 'unreachable') return false
  if (!mine || session.peek()?.token !== mine.token) return true
  if (resumed.kind === 'resumed' && resumed.session.claims.sid === mine.claims.sid) {
    session.value = { ...mine, ...resumed.session }
    tabs.tellRenewed(session.value)
  } else drop('ended')
  return true
}

/**
 * Continues with a new session of the same account. The old one is ended, unless another tab or a shell of
 * this tab still needs it.
 */
export async function replaceSession(answer: TokenAnswer, hasShell: boolean): Promise<void> {
  const before = session.peek()
  take(answer)
  if (!before || hasShell || (await tabs.ask(before.claims.sid))) return
  await service.logOut(before.token)
}

/** Ends the session here, those of the other tabs, and the one that the browser keeps, with the service too. */
export async function signOut(): Promise<void> {
  const mine = session.peek()
  if (!mine) return
  tabs.tellSignedOut(mine.claims.sid)
  const others = [kept.forget(), left.endAll()]
  drop('signed_out')
  await Promise.all([service.logOut(mine.token), ...others])
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
  const isLast = session.peek()?.isKept || browserState() === 'open'
  if (isLast && browserState() !== 'leaving') noteBrowserState(undefined)
  left.forget()
  apiKey.value = undefined
  session.value = undefined
  sessionEnding.value = why
}
