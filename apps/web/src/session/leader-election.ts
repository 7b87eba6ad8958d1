/**
 * Elects the tab that renews the token of a session. Of all tabs that have the session one leads,
 * until it is closed; then another does.
 */
export interface LeaderElection {
  /** Takes part in the election for the session; without one, in none. */
  standFor(sid: string | undefined): void
  /** Whether this tab leads. */
  readonly leads: () => boolean
}

/** An election by the Web Locks API. Without it (plain http, or site data blocked), every tab leads. */
export function createLeaderElection(locks: LockManager | undefined): LeaderElection {
  let candidacy: { readonly sid: string; readonly end: AbortController } | undefined
  let leadsFor: string | undefined

  const hold = (sid: string, { signal }: AbortController): Promise<void> =>
    new Promise((release) => {
      if (signal.aborted) return release()
      leadsFor = sid
      signal.addEventListener('abort', () => release(), { once: true })
    })

  return {
    standFor(sid) {
      if (sid === candidacy?.sid) return
      candidacy?.end.abort()
      leadsFor = undefined
      if (sid === undefined) {
        candidacy = undefined
        return
      }
      const end = new AbortController()
      candidacy = { sid, end }
      const name = `gatehouse-session-${sid}`
      locks
        ?.request(name, { signal: end.signal }, () => hold(sid, end))
        .catch(() => {
          // The tab has changed to another session before it got the lock; or the browser allows no locks.
          if (!end.signal.aborted) leadsFor = sid
        })
    },
    leads: () => candidacy !== undefined && (!locks || leadsFor === candidacy.sid),
  }
}
