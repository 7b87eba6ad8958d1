import { parseDisplayName } from '../identity/display-name.ts'
import { type EmailAddress, parseEmailAddress } from '../identity/email-address.ts'
import { realmNameOf } from '../identity/organization-name.ts'
import type { ParseResult } from '../identity/parse-result.ts'
import { validatePassword } from '../identity/password-policy.ts'
import { parseUsername } from '../identity/username.ts'
import type { Ports } from '../ports/ports.ts'
import type { Requester } from '../records/client.ts'
import type { FieldError, Invalid } from '../refusal.ts'

/** A new organization and its first user, as typed. */
export interface SignUpCommand {
  /** The username; the core makes it lower case. */
  readonly username: string
  /** The address; it gets a mail that confirms it. */
  readonly email: string
  /** The password as typed. Never part of an outcome. Secret. */
  readonly password: string
  /** The first name, for display. */
  readonly firstName: string
  /** The last name, for display. */
  readonly lastName: string
  /** The name of the organization, from which the realm name is made. */
  readonly organizationName: string
  /** The display name of the organization. */
  readonly companyName: string
  /** The client that sent the request. */
  readonly from: Requester
}

/** A sign-up that keeps every rule, in its stored form. */
export interface Registration {
  /** The username in canonical form: lower case. */
  readonly username: string
  /** The address, to send mail to and to compare. */
  readonly email: EmailAddress
  /** The password, byte for byte as typed. Secret. */
  readonly password: string
  /** The first name as typed. */
  readonly firstName: string
  /** The last name as typed. */
  readonly lastName: string
  /** The realm name. */
  readonly tenantId: string
  /** The name of the company as typed. */
  readonly companyName: string
}

/** Checks all fields. @returns The registration, or every rule that is broken. */
export function parseRegistration(
  { domainToAscii, passwordBlocklist }: Pick<Ports, 'domainToAscii' | 'passwordBlocklist'>,
  command: Omit<SignUpCommand, 'from'>,
): Registration | Invalid {
  const errors: FieldError[] = []
  const take = <Value>(field: string, parsed: ParseResult<Value>): Value | undefined => {
    if (parsed.ok) return parsed.value
    errors.push({ field, rule: parsed.rule, message: parsed.message })
    return undefined
  }
  const passwordContext = { email: command.email, organization: command.organizationName }
  const isCommon = (password: string) => passwordBlocklist.has(password)
  const fields = {
    username: take('username', parseUsername(command.username)),
    email: take('email', parseEmailAddress(command.email, domainToAscii)),
    password: take('password', validatePassword(command.password, passwordContext, isCommon)),
    firstName: take('firstName', parseDisplayName(command.firstName)),
    lastName: take('lastName', parseDisplayName(command.lastName)),
    tenantId: take('organizationName', realmNameOf(command.organizationName)),
    companyName: take('companyName', parseDisplayName(command.companyName)),
  }
  // Without errors every field has its value, which the compiler cannot follow.
  return errors.length > 0 ? { kind: 'invalid', errors } : (fields as Registration)
}
