import type { CallResult } from '../api/call.ts'
import type { TextStorage } from './browser-storage.ts'
import type { Session } from './session.ts'

/** What ending the sessions that were left needs from the service and the browser. */
export interface LeftSessionsOptions {
  /** The routes that end a session. */
  readonly routes: {
    /** Ends another session of the account of a token. The login that both may come from goes on. */
    readonly endSession: (token: string, id: string) => Promise<CallResult<unknown>>
    /** Ends the session of a token, and its login. */
    readonly logOut: (token: string) => Promise<CallResult<unknown>>
  }
  /** Keeps them for as long as the tab. */
  readonly storage: TextStorage
  /** Whether another tab has a session. */
  readonly isElsewhere: (sid: string) => Promise<boolean>
}

/** Sessions in other organizations that this tab has left for the one it is in. */
export interface LeftSessions {
  /** Notes a session that another one has taken the place of. */
  note(session: Session): void
  /**
   * Ends those of the account that is entered. Only a session of the same account can end one without its login, which
   * the switch to the next organization needs.
   */
  endBefore(entered: Session): Promise<void>
  /** Ends all of them, when the person signs out. */
  endAll(): Promise<void>
  /** Forgets all of them. */
  forget(): void
}

interface Left {
  readonly sid: string
  readonly userId: string
  readonly token: string
}

const storageKey = 'gatehouse.left'

/** The sessions that this tab has left. */
export function createLeftSessions(options: LeftSessionsOptions): LeftSessions {
  const { routes, storage, isElsewhere } = options
  const read = () => parseLeft(storage.read(storageKey))
  const write = (left: readonly Left[]) =>
    storage.write(storageKey, left.length === 0 ? undefined : JSON.stringify(left))

  return {
    note({ claims: { sid, userId }, token }) {
      write([...read().filter((each) => each.sid !== sid), { sid, userId, token }])
    },

    async endBefore({ token, claims: { sid, userId } }) {
      const all = read().filter((each) => each.sid !== sid)
      write(all)
      for (const each of all.filter((one) => one.userId === userId)) {
        if (!(await isElsewhere(each.sid))) await routes.endSession(token, each.sid)
        // A reload before that leaves it for the next time.
        write(read().filter((one) => one.sid !== each.sid))
      }
    },

    async endAll() {
      const all = read()
      write([])
      await Promise.all(all.map(({ token }) => routes.logOut(token)))
    },

    forget: () => write([]),
  }
}

function parseLeft(text: string | null): readonly Left[] {
  try {
    const left: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(left) ? (left as readonly Left[]) : []
  } catch {
    return []
  }
}
