import { randomBytes } from 'node:crypto'
import { type Answer, type Api, agents } from './api.ts'

/** A sign-up whose every field is good. */
export interface Person {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly first_name: string
  readonly last_name: string
  readonly organization_name: string
  readonly company_name: string
}

let made = 0

/** A credential store outside may know the organizations of other tests. */
const run = randomBytes(4).toString('hex')

/** A person with a name and an address of their own. @param fields What matters to the test. */
export function person(fields: Partial<Person> = {}): Person {
  made += 1
  return {
    username: `ada${made}`,
    email: `ada${made}@example.com`,
    password: `correct horse battery ${made}`,
    first_name: 'Ada',
    last_name: 'Lovelace',
    organization_name: `Org ${run} ${made}`,
    company_name: `Company ${made}`,
    ...fields,
  }
}

/** Signs someone up. @throws Unless it worked. */
export async function signUp(api: Api, fields: Partial<Person> = {}): Promise<Person> {
  const someone = person(fields)
  const answer = await api.post('/api/auth/signup', someone)
  if (answer.status !== 201) throw new Error(`sign-up: ${JSON.stringify(answer.body)}`)
  return someone
}

/** Logs someone in, as a command-line client unless told. */
export function logIn(
  api: Api,
  { email, password }: Pick<Person, 'email' | 'password'>,
  client: keyof typeof agents = 'cli',
): Promise<Answer> {
  return api.post('/api/auth/login', { email, password }, { 'user-agent': agents[client] })
}

/** Confirms someone's address with the token of the mail, as the one who signed up. */
export function confirm(
  api: Api,
  { password }: Pick<Person, 'password'>,
  token: string | undefined,
): Promise<Answer> {
  return api.post('/api/auth/verify-email', { token, password })
}

/** The header that carries an access token. */
export function bearer(token: string): { readonly authorization: string } {
  return { authorization: `Bearer ${token}` }
}

/** The answer of a login that succeeded. @throws Unless it did. */
export async function enter(
  api: Api,
  person: Pick<Person, 'email' | 'password'>,
  client: keyof typeof agents = 'cli',
): Promise<Answer['body']> {
  const { status, body } = await logIn(api, person, client)
  if (status !== 200) throw new Error(`login: ${JSON.stringify(body)}`)
  return body
}

/** Switches one-time codes on or off in the organization of a token. @throws Unless it worked. */
export async function switchOtp(api: Api, token: string, otp_enabled: boolean): Promise<void> {
  const { status } = await api.send('PATCH', '/api/auth/organization', {
    body: { otp_enabled },
    headers: bearer(token),
  })
  if (status !== 200) throw new Error(`switching codes: ${status}`)
}
