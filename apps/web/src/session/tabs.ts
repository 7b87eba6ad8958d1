import { parseSession, type Session } from './session.ts'

/** What tabs of the same origin tell each other. A session travels as text, as in storage. */
type TabMessage =
  | { readonly kind: 'wanted'; readonly sid?: string }
  | { readonly kind: 'offered'; readonly session: string }
  | { readonly kind: 'renewed'; readonly session: string }
  | { readonly kind: 'ended'; readonly sid: string }

/** The other tabs of the same origin in this browser. */
export interface Tabs {
  /**
   * Asks them for a session; `undefined` if none answers soon.
   *
   * @param sid Which one; any unless given.
   */
  ask(sid?: string): Promise<Session | undefined>
  /** Tells them of a newer token. */
  tellRenewed(session: Session): void
  /** Tells them that a session is over. */
  tellEnded(sid: string): void
}

/** What this tab does about the messages of other tabs. */
export interface TabListener {
  /** The session to offer to a tab that has none. */
  readonly current: () => Session | undefined
  /** Called when another tab has a newer token. */
  readonly onRenewed: (session: Session) => void
  /** Called when a session is over. */
  readonly onEnded: (sid: string) => void
}

/** How long the other tabs have to answer. */
const answerMs = 200

/** Joins the tabs of this origin, by a broadcast channel. */
export function joinTabs({ current, onRenewed, onEnded }: TabListener): Tabs {
  const channel = new BroadcastChannel('gatehouse')
  const send = (message: TabMessage) => channel.postMessage(message)
  let offer: ((session: Session) => void) | undefined

  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.kind === 'ended') return onEnded(data.sid)
    if (data.kind === 'wanted') {
      const session = current()
      const isWanted = session && (data.sid ?? session.claims.sid) === session.claims.sid
      if (isWanted) send({ kind: 'offered', session: JSON.stringify(session) })
      return
    }
    const session = parseSession(data.session, Date.now())
    if (!session) return
    if (data.kind === 'offered') offer?.(session)
    else onRenewed(session)
  })

  return {
    ask: (sid) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve(undefined), answerMs)
        offer = (session) => {
          clearTimeout(timer)
          resolve(session)
        }
        send({ kind: 'wanted', ...(sid && { sid }) })
      }),
    tellRenewed: (session) => send({ kind: 'renewed', session: JSON.stringify(session) }),
    tellEnded: (sid) => send({ kind: 'ended', sid }),
  }
}
