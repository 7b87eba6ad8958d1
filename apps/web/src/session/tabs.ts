import { parseSession, type Session } from './session.ts'

/** The messages between tabs of the same origin. A session is sent as text, as in storage. */
type TabMessage =
  | { readonly kind: 'wanted'; readonly sid?: string }
  | { readonly kind: 'offered'; readonly session: string }
  | { readonly kind: 'renewed'; readonly session: string }
  | { readonly kind: 'ended'; readonly sid: string }
  | { readonly kind: 'signed_out'; readonly sid: string }

/** The other tabs of the same origin in this browser. */
export interface Tabs {
  /**
   * Asks the other tabs for a session; `undefined` if none answers soon.
   *
   * @param sid The session's id; any session unless given.
   */
  ask(sid?: string): Promise<Session | undefined>
  /** Sends a newer token to the other tabs. */
  tellRenewed(session: Session): void
  /** Tells the other tabs that a session is over. */
  tellEnded(sid: string): void
  /** Tells the other tabs that the person has signed out of this browser, with the session that is ended. */
  tellSignedOut(sid: string): void
}

/** The reactions of this tab to other tabs. */
export interface TabListener {
  /** The session to offer to a tab that has none. */
  readonly current: () => Session | undefined
  /** Called when another tab has a newer token. */
  readonly onRenewed: (session: Session) => void
  /** Called when a session is over. */
  readonly onEnded: (sid: string) => void
  /** Called when the person has signed out in another tab, with the session that is ended. */
  readonly onSignedOut: (sid: string) => void
}

/** Milliseconds for which answers of other tabs are awaited. */
const answerMs = 200

/** Joins the tabs of this origin, by a broadcast channel. Where a browser allows none, the tab is alone. */
export function joinTabs({ current, onRenewed, onEnded, onSignedOut }: TabListener): Tabs {
  const channel = openChannel()
  const send = (message: TabMessage) => channel?.postMessage(message)
  let offer: ((session: Session) => void) | undefined

  const answer = (sid: string | undefined) => {
    const session = current()
    if (!session || (sid !== undefined && sid !== session.claims.sid)) return
    send({ kind: 'offered', session: JSON.stringify(session) })
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'ended') return onEnded(data.sid)
    if (data.kind === 'signed_out') return onSignedOut(data.sid)
    if (data.kind === 'wanted') return answer(data.sid)
    const session = parseSession(data.session, Date.now())
    if (!session) return
    if (data.kind === 'offered') offer?.(session)
    else onRenewed(session)
  })

  return {
    ask: (sid) =>
      new Promise((resolve) => {
        if (!channel) return resolve(undefined)
        const timer = setTimeout(() => resolve(undefined), answerMs)
        offer = (session) => {
          clearTimeout(timer)
          resolve(session)
        }
        send({ kind: 'wanted', ...(sid && { sid }) })
      }),
    tellRenewed: (session) => send({ kind: 'renewed', session: JSON.stringify(session) }),
    tellEnded: (sid) => send({ kind: 'ended', sid }),
    tellSignedOut: (sid) => send({ kind: 'signed_out', sid }),
  }
}

function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel('gatehouse')
  } catch {
    return undefined
  }
}
