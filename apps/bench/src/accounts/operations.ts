import { postJson } from '../post-json.ts'
import { type FilledAccount, password } from './fill.ts'
import type { FilledEnvironment } from './filled-environment.ts'
import { emailOf, isAlone, personOf } from './people.ts'

/** An action of clients, each time for another account. */
export interface Operation {
  readonly name: string
  /** How many mails it sends. */
  readonly mails: number
  /** The largest number of runs. */
  readonly maxRuns: number
  /** Runs it once. @throws {Error} Unless the answer is as expected. */
  run(number: number): Promise<unknown>
}

const browser = { 'user-agent': 'Mozilla/5.0' }

/** Login of a command-line client, which is asked for no code. */
export function logIn({ filled, gateway }: FilledEnvironment): Operation {
  const people = withOneOrganization(filled.samples)
  return {
    name: 'login',
    mails: 0,
    maxRuns: Number.POSITIVE_INFINITY,
    run: (number) => postJson(`${gateway.url}/login`, { email: emailAt(people, number), password }),
  }
}

/** Login of a browser: the password, the mail, the code. Each account can do it once. */
export function logInWithCode({ filled, gateway }: FilledEnvironment): Operation {
  const people = withOneOrganization(filled.samples)
  return {
    name: 'login with a code',
    mails: 1,
    maxRuns: people.length,
    async run(number) {
      const email = emailAt(people, number)
      const code = gateway.mailbox.codeFor(email)
      const answer = await postJson(`${gateway.url}/login`, { email, password }, browser)
      const { session_token, username } = JSON.parse(answer) as Readonly<Record<string, string>>
      const body = { username, session_token, otp_code: await code }
      await postJson(`${gateway.url}/verify-otp`, body, browser)
    },
  }
}

/** A new token for a session, each time another one. */
export function refresh({ gateway, tokens }: FilledEnvironment): Operation {
  return {
    name: 'refresh',
    mails: 0,
    maxRuns: Number.POSITIVE_INFINITY,
    run: (number) =>
      postJson(`${gateway.url}/refresh`, { token: tokens[number % tokens.length] ?? '' }),
  }
}

/** The end of a session. Each can end once. */
export function logOut({ gateway, tokens }: FilledEnvironment): Operation {
  return {
    name: 'logout',
    mails: 0,
    maxRuns: tokens.length,
    run: (number) =>
      postJson(`${gateway.url}/logout`, {}, { authorization: `Bearer ${tokens[number]}` }),
  }
}

/** A new organization with its first user. @param round Distinguishes series. */
export function signUp({ gateway }: FilledEnvironment, round = 0): Operation {
  return {
    name: 'sign-up',
    mails: 1,
    maxRuns: Number.POSITIVE_INFINITY,
    run(number) {
      const name = `${scattered(number)}-${round}`
      const names = { username: name, first_name: 'Ada', last_name: 'Lovelace' }
      const organization = { organization_name: name, company_name: name }
      const body = { ...names, ...organization, email: `${name}@example.com`, password }
      return postJson(`${gateway.url}/signup`, body)
    },
  }
}

/** A name whose neighbours in an index belong to sign-ups at other times. */
function scattered(number: number): string {
  return `n${Math.imul(number + 1, 0x9e3779b1) >>> 0}`
}

/** The accounts of people with a single organization, so that no choice is needed. */
function withOneOrganization(samples: readonly FilledAccount[]): readonly FilledAccount[] {
  return samples.filter(({ number }) => isAlone(number))
}

/** The address of a person, in an order that is unrelated to the order of storing. */
function emailAt(people: readonly FilledAccount[], number: number): string {
  const { number: account = 0 } = people[(number * 7919) % people.length] ?? {}
  return emailOf(personOf(account))
}
