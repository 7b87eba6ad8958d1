import { setTimeout as sleep } from 'node:timers/promises'
import type { ReceivedMail } from '@gatehouse/gateway/testing'
import { agents, eventually, type Person, person, readToken } from '@gatehouse/gateway/testing'
import type { ChaosEnvironment } from './chaos-environment.ts'
import type { Answer, Client } from './client.ts'
import type { CredentialUse } from './evidence.ts'
import type { Journal } from './journal.ts'

/** A person who does the same thing again and again. */
export interface Actor {
  readonly environment: ChaosEnvironment
  readonly client: Client
  readonly journal: Journal
  /** Draws a whole number from 0 to below this one. */
  readonly random: (below: number) => number
  /** Whether the run is over. */
  readonly isOver: () => boolean
  /** Tokens that are not needed any more, to see whether they have ended. */
  readonly oldTokens: IssuedToken[]
}

/** A token, and what can be read in it without its key. */
export interface IssuedToken {
  readonly what: 'access' | 'refresh'
  readonly token: string
  /** The id of its session. */
  readonly key: string
  readonly kid: string
  readonly expiresAt: number
  /** When it was asked for. */
  readonly issuedAt: number
  /** When it had come. */
  readonly cameAt: number
}

/** A person who has signed up. */
export interface Member extends Person {
  readonly tenantId: string
  readonly userId: string
}

/** Milliseconds: longer than it takes another gateway to send the mail of a killed one. */
const mailWaitMs = 120_000

/** Signs up a new person. @returns `undefined` when a name was taken. */
export async function signUp(
  { client, journal }: Actor,
  fields: Partial<Person> = {},
): Promise<Member | undefined> {
  const someone = person(fields)
  const { status, body, lost } = await client.ask({ path: '/api/auth/signup', body: someone })
  const userId = status === 201 ? String(body.user_id) : undefined
  const tenantId = someone.organization_name.toLowerCase().replaceAll(' ', '-')
  const answer = status === 201 ? '201' : String(body.code)
  journal.signUps.push({ username: someone.username, tenantId, answer, userId, lost })
  return userId === undefined ? undefined : { ...someone, tenantId, userId }
}

/** The key of a person's n-th password. */
export function passwordKey({ username }: Pick<Person, 'username'>, index = 0): string {
  return `password ${index} of ${username}`
}

/** Logs in with a password. @param index Which of the person's passwords it is; 0 unless given. */
export async function logIn(
  actor: Actor,
  someone: Pick<Person, 'username' | 'email' | 'password'>,
  {
    agent = 'cli',
    index = 0,
  }: { readonly agent?: keyof typeof agents; readonly index?: number } = {},
): Promise<Answer> {
  const { email, password } = someone
  const answer = await actor.client.ask({
    path: '/api/auth/login',
    body: { email, password },
    headers: { 'user-agent': agents[agent] },
  })
  noteUse(actor, answer, { what: 'password', key: passwordKey(someone, index) })
  return answer
}

/** The access token in an answer, as one that can be used and refreshed. */
export function tokenOf(
  answer: Pick<Answer, 'body' | 'sentAt' | 'endedAt'>,
  what: IssuedToken['what'] = 'access',
): IssuedToken | undefined {
  const { token } = answer.body
  if (typeof token !== 'string') return undefined
  const { header, claims } = readToken(token)
  const expiresAt = claims.exp * 1000
  const when = { expiresAt, issuedAt: answer.sentAt, cameAt: answer.endedAt }
  return { what, token, key: String(claims.sid), kid: String(header.kid), ...when }
}

/** Uses an access token at the backend. */
export async function useToken(actor: Actor, issued: IssuedToken): Promise<Answer> {
  const answer = await actor.client.ask({
    method: 'GET',
    path: '/api/machines',
    headers: { authorization: `Bearer ${issued.token}` },
  })
  noteUse(actor, answer, { ...issued, what: 'access' })
  return answer
}

/** Renews an access token. */
export async function refresh(actor: Actor, issued: IssuedToken): Promise<IssuedToken | undefined> {
  const { token } = issued
  const answer = await actor.client.ask({ path: '/api/auth/refresh', body: { token } })
  noteUse(actor, answer, { ...issued, what: 'refresh' })
  return tokenOf(answer)
}

/** Notes that a credential was shown. */
export function noteUse(
  { journal }: Pick<Actor, 'journal'>,
  { sentAt, endedAt, status }: Answer,
  shown: Pick<CredentialUse, 'what' | 'key'> &
    Partial<Pick<CredentialUse, 'kid' | 'expiresAt' | 'issuedAt' | 'cameAt' | 'isForged'>>,
): void {
  const {
    what,
    key,
    kid,
    expiresAt,
    issuedAt = sentAt,
    cameAt = issuedAt,
    isForged = false,
  } = shown
  const issued = { what, key, kid, expiresAt, issuedAt, cameAt, isForged }
  journal.uses.push({ ...issued, sentAt, endedAt, status })
}

/** The mail to wait for, and how long. */
interface AwaitedMail {
  readonly subject: RegExp
  readonly waitMs?: number
}

/** Somebody has waited for a mail that did not come. */
export class MissingMailError extends Error {
  override readonly name = 'MissingMailError'
}

/** Waits for a mail. @throws {MissingMailError} When it does not come. */
export async function mailTo(
  { environment }: Actor,
  { email }: Pick<Person, 'email'>,
  { subject, waitMs = environment.leg?.mailWaitMs ?? mailWaitMs }: AwaitedMail,
): Promise<ReceivedMail> {
  const look = () =>
    environment.mail.mails.find((mail) => mail.to.includes(email) && subject.test(mail.subject))
  const what = `a mail like ${subject} to ${email}`
  return eventually(what, look, waitMs).catch((cause: unknown) => {
    throw new MissingMailError(`${what} never came`, { cause })
  })
}

/** Pauses, as a person does to think. */
export function think({ random }: Actor): Promise<void> {
  return sleep(100 + random(400))
}
