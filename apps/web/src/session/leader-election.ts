/**
 * Whether this tab is the one that renews the token of a session. Of all tabs that hold it one
 * leads, until it is closed; then another does.
 */
export interface Leadership {
  /** Stands for the session that this tab holds, or for none. */
  standFor(sid: string | undefined): void
  readonly leads: () => boolean
}

/** Leads by the Web Locks API. Where there is none (plain http), every tab leads. */
export function createLeadership(locks: LockManager | undefined): Leadership {
  let standing: { readonly sid: string; readonly end: AbortController } | undefined
  let leading: string | undefined

  const hold = (sid: string, { signal }: AbortController): Promise<void> =>
    new Promise((release) => {
      if (signal.aborted) return release()
      leading = sid
      signal.addEventListener('abort', () => release(), { once: true })
    })

  return {
    standFor(sid) {
      if (sid === standing?.sid) return
      standing?.end.abort()
      leading = undefined
      if (sid === undefined) {
        standing = undefined
        return
      }
      const end = new AbortController()
      standing = { sid, end }
      const name = `gatehouse-session-${sid}`
      // The request is rejected when the tab stands for another session before it got the lock.
      locks?.request(name, { signal: end.signal }, () => hold(sid, end)).catch(() => undefined)
    },
    leads: () => standing !== undefined && (!locks || leading === standing.sid),
  }
}
