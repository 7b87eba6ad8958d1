import { randomBytes } from 'node:crypto'
import type { Json } from '../target/answer.ts'

/** A person who signs up for the checks, and the organization that this makes. */
export interface Person {
  /** What goes out with the sign-up, in the words of the interface. */
  readonly signUp: Readonly<Record<SignUpField, string>>
  /** The organization that it makes: `tenant_id`. */
  readonly tenantId: string
  /** The password that a check may give them in place of that of the sign-up. */
  readonly nextPassword: string
}

/** The fields of a sign-up, all of which are needed. */
export const signUpFields = [
  'username',
  'email',
  'password',
  'first_name',
  'last_name',
  'organization_name',
  'company_name',
] as const

/** One of {@link signUpFields}. */
export type SignUpField = (typeof signUpFields)[number]

/**
 * Who there is: one person with one organization; one of an organization that asks for codes; one email in two
 * organizations, with the same password; a stranger with that email and another password; and one who forgets passwords.
 */
export const roles = ['single', 'codes', 'first', 'second', 'planted', 'forgetful'] as const

/** One of {@link roles}. */
export type Role = (typeof roles)[number]

/** An account that was there before, for a service where the checks cannot sign up. */
export interface Credentials {
  /** Its email. */
  readonly email: string
  /** Its password. */
  readonly password: string
}

/** The accounts that a file may name. */
export type SeededAccounts = Readonly<Partial<Record<SeededRole, Credentials>>>

/** An account with one organization, one with several, and one of an organization that asks browsers for codes. */
export type SeededRole = 'single' | 'several' | 'codes'

/** What the names of one run have in common; other runs have another. */
export interface Naming {
  /** Ten letters: digits could be taken for a code. */
  readonly tag: string
  /** Behind the `@` of every address. */
  readonly domain: string
}

/** Draws the names of a run. */
export function drawNaming(domain: string): Naming {
  const letters = Array.from(randomBytes(10), (byte) => String.fromCharCode(97 + (byte % 16)))
  return { tag: letters.join(''), domain }
}

/** Six bytes make the eight characters that the interface asks for at least. */
export function drawPassword(bytes = 15): string {
  return randomBytes(bytes).toString('base64url')
}

/** Everybody, with names and addresses of this run. */
export function drawPeople(naming: Naming): Readonly<Record<Role, Person>> {
  const { tag, domain } = naming
  const make = (name: Role, fields: Partial<Person['signUp']> = {}): Person => {
    const signUp = {
      username: `${name}-${tag}`,
      email: `conformance-${name}-${tag}@${domain}`,
      password: drawPassword(),
      ...{ first_name: 'Conformance', last_name: 'Check' },
      organization_name: `Conformance ${name} ${tag}`,
      company_name: `Conformance check ${tag}, ${name}`,
      ...fields,
    }
    const tenantId = signUp.organization_name.toLowerCase().replaceAll(' ', '-')
    return { signUp, tenantId, nextPassword: drawPassword() }
  }
  const first = make('first')
  const { email, password } = first.signUp
  return {
    // The longest name and the shortest password that there may be.
    single: make('single', { username: `${tag}-`.padEnd(50, 'x'), password: drawPassword(6) }),
    codes: make('codes'),
    first,
    second: make('second', { email, password }),
    planted: make('planted', { email }),
    forgetful: make('forgetful'),
  }
}

/** A sign-up that would be good but for some fields. @param fields `undefined` leaves one out. */
export function signUpLike(
  { signUp }: Person,
  { tag }: Naming,
  fields: Readonly<Partial<Record<SignUpField, string | undefined>>>,
): Json {
  const others = { username: `other-${tag}`, organization_name: `Conformance other ${tag}` }
  return JSON.parse(JSON.stringify({ ...signUp, ...others, ...fields })) as Json
}
