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
  /** Becomes lower case. */
  readonly username: string
  /** Gets the mail that confirms it. */
  readonly email: string
  /** Never repeated in an outcome. */
  readonly password: string
  /** As it is shown. */
  readonly firstName: string
  /** As it is shown. */
  readonly lastName: string
  /** Becomes the realm name. */
  readonly organizationName: string
  /** What the organization is called. */
  readonly companyName: string
  /** Who asks. */
  readonly from: Requester
}

/** A sign-up whose every field keeps its rules, in the form in which it is kept. */
export interface Registration {
  /** Canonical: lower case. */
  readonly username: string
  /** Where mail goes, and what is compared. */
  readonly email: EmailAddress
  /** Byte for byte as typed. */
  readonly password: string
  /** As typed. */
  readonly firstName: string
  /** As typed. */
  readonly lastName: string
  /** The realm name. */
  readonly tenantId: string
  /** As typed. */
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
  // With no error every field has its value, which the compiler cannot follow.
  return errors.length > 0 ? { kind: 'invalid', errors } : (fields as Registration)
}
