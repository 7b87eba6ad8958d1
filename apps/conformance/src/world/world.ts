import { Deviation, Hindered, NotApplicable } from '../expect/outcomes.ts'
import { expectTokenAnswer, type TokenAnswer } from '../expect/shapes.ts'
import { type Answer, describeAnswer } from '../target/answer.ts'
import type { Client, ClientType } from '../target/client.ts'
import type { Mailbox } from '../target/mailbox.ts'
import type { Edition } from '../terms.ts'
import type { Credentials, Naming, Person, Role, SeededAccounts, SeededRole } from './people.ts'

/** What the checks of one run work with. */
export interface Scene {
  /** The base address, without a slash at its end. */
  readonly url: string
  /** Where the auth routes are below it. */
  readonly prefix: string
  /** The edition that the service has. */
  readonly edition: Edition
  /** Calls the service. */
  readonly client: Client
  /** The `User-Agent` of each client type. */
  readonly agents: Readonly<Record<ClientType, string>>
  /** The machine agent whose terminal is opened. */
  readonly agent: string
  /** Patience for one answer, in seconds. */
  readonly timeoutSeconds: number
  /** Reads its mails, where an option says how. */
  readonly mailbox: Mailbox | undefined
  /** The operator's `JWT_SECRET`, where it was given. */
  readonly secret: string | undefined
  /** The names of this run. */
  readonly naming: Naming
  /** Who signs up. */
  readonly people: Readonly<Record<Role, Person>>
  /** Accounts that were there before. */
  readonly seeded: SeededAccounts
}

/** A {@link Scene} with what is prepared on it: each thing once, when a check first needs it. */
export interface World extends Scene {
  /** The answer to somebody's sign-up, whatever it is. @throws {NotApplicable} Where sign-up is closed. */
  signUp(role: Role): Promise<Answer>
  /**
   * Somebody who has signed up.
   *
   * @throws {Hindered} When that did not work.
   * @throws {NotApplicable} Where an account that was there before stands for them: it is not changed.
   */
  person(role: Role): Promise<Person>
  /** An account to log in to: a seeded one, or one that signs up. */
  account(role: SeededRole): Promise<Credentials>
  /** A login as a command line that is complete, whose token lasts a while. @throws {Hindered} When it is not. */
  session(role: 'single' | 'codes' | 'forgetful'): Promise<TokenAnswer>
  /** Does something once in a run, and gives the same to all who ask. */
  once<Value>(name: string, make: () => Promise<Value>): Promise<Value>
  /** The mailbox. @throws {NotApplicable} Without one. */
  mails(): Mailbox
  /** Who has signed up so far. */
  signedUp(): readonly Role[]
}

type SessionRole = Parameters<World['session']>[0]

/** A login, and until when its token is handed out, by the clock of `performance`. */
interface Session {
  readonly answer: Promise<TokenAnswer>
  until: number
}

/** Prepares a scene for checks. */
export function createWorld(scene: Scene): World {
  const { client, people, seeded } = scene
  const made = new Map<string, Promise<unknown>>()
  const signedUp = new Set<Role>()
  const once = <Value>(name: string, make: () => Promise<Value>) => {
    const known = made.get(name) ?? make()
    made.set(name, known)
    return known as Promise<Value>
  }
  const signUp = (role: Role) =>
    once(`sign-up of ${role}`, async () => {
      const answer = await client.post('/api/auth/signup', people[role].signUp)
      if (answer.body.code === 'sign_up_closed') {
        throw new NotApplicable('sign-up is closed here; --accounts can name accounts', 'sign-up')
      }
      if (answer.status < 300) signedUp.add(role)
      return answer
    })
  const person = async (role: Role) => {
    const stand = role === 'first' || role === 'second' ? 'several' : role
    if (Object.hasOwn(seeded, stand))
      throw new NotApplicable('it would change an account of --accounts')
    const answer = await signUp(role)
    if (answer.status >= 300) throw new Hindered(`the sign-up before it: ${describeAnswer(answer)}`)
    return people[role]
  }
  const account = async (role: SeededRole) => {
    const known = seeded[role]
    if (known) return known
    if (role === 'several') await person('second')
    return (await person(role === 'several' ? 'first' : role)).signUp
  }
  const sessions = new Map<SessionRole, Session>()
  const enter = async (role: SessionRole) => {
    const { email, password } = await (role === 'forgetful'
      ? person(role).then((someone) => someone.signUp)
      : account(role))
    return prepare('the login before it', () => logIn(client, { email, password }))
  }
  return {
    ...scene,
    ...{ once, signUp, person, account },
    session(role) {
      const known = sessions.get(role)
      if (known && performance.now() < known.until) return known.answer
      const made: Session = { answer: enter(role), until: Number.POSITIVE_INFINITY }
      sessions.set(role, made)
      made.answer.then(
        // Where tokens last for seconds, a run lasts longer.
        ({ expiresIn }) => {
          made.until = performance.now() + expiresIn * 500
        },
        () => undefined,
      )
      return made.answer
    },
    mails() {
      if (scene.mailbox) return scene.mailbox
      throw new NotApplicable('it needs the mails: --mailbox')
    },
    signedUp: () => [...signedUp],
  }
}

/** Logs in, which has to be complete with it. @throws {Deviation} Otherwise. */
async function logIn(client: Client, { email, password }: Credentials): Promise<TokenAnswer> {
  return expectTokenAnswer(await client.post('/api/auth/login', { email, password }))
}

/** Does what a check needs first. @throws {Hindered} When it deviates: another check says so. */
export async function prepare<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Deviation) throw new Hindered(`${what}: ${error.message}`)
    throw error
  }
}
