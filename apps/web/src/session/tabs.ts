import { parseSession, type Session } from './session.ts'

/** What tabs of the same origin tell each other. A session travels as text, as in storage. */
type Message =
  | { readonly kind: 'wanted' }
  | { readonly kind: 'offered'; readonly session: string }
  | { readonly kind: 'renewed'; readonly session: string }
  | { readonly kind: 'ended'; readonly sid: string }

/** The other tabs of this browser. */
export interface Tabs {
  /** Asks them for a session; `undefined` if none answers soon. */
  ask(): Promise<Session | undefined>
  tellRenewed(session: Session): void
  tellEnded(sid: string): void
}

/** What a tab does when another one speaks. */
export interface TabListener {
  readonly current: () => Session | undefined
  readonly onRenewed: (session: Session) => void
  readonly onEnded: (sid: string) => void
}

/** How long a tab has to answer, in milliseconds. */
const patienceMs = 200

/** Joins the tabs of this origin. */
export function joinTabs({ current, onRenewed, onEnded }: TabListener): Tabs {
  const channel = new BroadcastChannel('gatehouse')
  const send = (message: Message) => channel.postMessage(message)
  let offer: ((session: Session) => void) | undefined

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'ended') return onEnded(data.sid)
    if (data.kind === 'wanted') {
      const session = current()
      if (session) send({ kind: 'offered', session: JSON.stringify(session) })
      return
    }
    const session = parseSession(data.session, Date.now())
    if (!session) return
    if (data.kind === 'offered') offer?.(session)
    else onRenewed(session)
  })

  return {
    ask: () =>
      new Promise((resolve) => {
        const timer = setTimeout(() => resolve(undefined), patienceMs)
        offer = (session) => {
          clearTimeout(timer)
          resolve(session)
        }
        send({ kind: 'wanted' })
      }),
    tellRenewed: (session) => send({ kind: 'renewed', session: JSON.stringify(session) }),
    tellEnded: (sid) => send({ kind: 'ended', sid }),
  }
}
