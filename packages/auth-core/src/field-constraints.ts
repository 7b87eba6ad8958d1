import { displayNameConstraints } from './identity/display-name.ts'
import { emailConstraints } from './identity/email-address.ts'
import { organizationNameConstraints } from './identity/organization-name.ts'
import { passwordConstraints } from './identity/password-policy.ts'
import { usernameConstraints } from './identity/username.ts'
import { grantConstraints } from './invitations/grant.ts'
import { lifetimeConstraints } from './me/create-api-key.ts'
import { overlapConstraints } from './me/rotate-api-key.ts'
import { memberConstraints } from './members/member-change.ts'
import { sessionDaysConstraints } from './organization/organization-change.ts'

/**
 * What a host can tell callers of the fields that the use cases check, by the field: keywords of JSON
 * Schema (draft 2020-12 validation). The use cases hold the same values, so the two never differ.
 */
export const fieldConstraints = {
  username: usernameConstraints,
  email: emailConstraints,
  password: passwordConstraints,
  displayName: displayNameConstraints,
  organizationName: organizationNameConstraints,
  grant: grantConstraints,
  member: memberConstraints,
  expiresInDays: lifetimeConstraints,
  overlapHours: overlapConstraints,
  maxSessionDays: sessionDaysConstraints,
} as const
