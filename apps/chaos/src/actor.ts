import { setTimeout as sleep } from 'node:timers/promises'
import type { ReceivedMail } from '@gatehouse/gateway/testing'
import { agents, eventually, type Person, person, readToken } from '@gatehouse/gateway/testing'
import type { Answer, Client } from './client.ts'
import type { Use } from './evidence.ts'
import type { Journal } from './journal.ts'
import type { TestEnvironment } from './test-environment.ts'

/** Somebody who does the same thing again and again. */
export interface Actor {
  readonly environment: TestEnvironment
  readonly client: Client
  readonly journal: Journal
  /** A whole number from 0 to below this one. */
  readonly random: (below: number) => number
  readonly isOver: () => boolean
  /** Tokens that nobody needs any more, for looking whether they have ended. */
  readonly oldTokens: HeldToken[]
}

/** A token and what anybody can read in it. */
export interface HeldToken {
  readonly what: 'access' | 'refresh'
  readonly token: string
  /** Its session. */
  readonly key: string
  readonly kid: string
  readonly expiresAt: number
}

/** Somebody who has signed up. */
export interface Member extends Person {
  readonly tenantId: string
  readonly userId: string
}

/** Until a mail of a gateway that was killed has been sent by another, and more. */
const mailPatienceMs = 120_000

/** Signs somebody new up. @returns Nothing when the names were taken. */
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

/** The key of somebody's n-th password. */
export function passwordKey({ username }: Pick<Person, 'username'>, index = 0): string {
  return `password ${index} of ${username}`
}

/** Logs in with a password, the first unless told. */
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
export function heldToken(
  answer: Answer,
  what: HeldToken['what'] = 'access',
): HeldToken | undefined {
  const { token } = answer.body
  if (typeof token !== 'string') return undefined
  const { header, claims } = readToken(token)
  const expiresAt = claims.exp * 1000
  return { what, token, key: String(claims.sid), kid: String(header.kid), expiresAt }
}

/** Uses an access token at the backend. */
export async function useToken(actor: Actor, held: HeldToken): Promise<Answer> {
  const answer = await actor.client.ask({
    method: 'GET',
    path: '/api/machines',
    headers: { authorization: `Bearer ${held.token}` },
  })
  noteUse(actor, answer, { ...held, what: 'access' })
  return answer
}

/** Renews an access token. */
export async function refresh(actor: Actor, held: HeldToken): Promise<HeldToken | undefined> {
  const { token } = held
  const answer = await actor.client.ask({ path: '/api/auth/refresh', body: { token } })
  noteUse(actor, answer, { ...held, what: 'refresh' })
  return heldToken(answer)
}

/** Writes down that a credential was shown. */
export function noteUse(
  { journal }: Pick<Actor, 'journal'>,
  { sentAt, endedAt, status }: Answer,
  shown: Pick<Use, 'what' | 'key'> & Partial<Pick<Use, 'kid' | 'expiresAt' | 'isForged'>>,
): void {
  const { what, key, kid, expiresAt, isForged = false } = shown
  journal.uses.push({ what, key, kid, expiresAt, isForged, sentAt, endedAt, status })
}

/** Which mail, and for how long to wait for it. */
interface AwaitedMail {
  readonly subject: RegExp
  readonly patienceMs?: number
}

/** Waits for a mail. @throws {Error} When it does not come. */
export function mailTo(
  { environment }: Actor,
  { email }: Pick<Person, 'email'>,
  { subject, patienceMs = mailPatienceMs }: AwaitedMail,
): Promise<ReceivedMail> {
  const look = () =>
    environment.mail.mails.find((mail) => mail.to.includes(email) && subject.test(mail.subject))
  return eventually(`a mail like ${subject} to ${email}`, look, patienceMs)
}

/** A moment in which the person thinks. */
export function think({ random }: Actor): Promise<void> {
  return sleep(100 + random(400))
}
