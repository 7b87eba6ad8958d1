import { validatePassword } from '../identity/password-policy.ts'
import type { Ports } from '../ports/ports.ts'
import type { Membership } from '../records/account.ts'
import type { Invalid } from '../refusal.ts'

/** Checks a password that is to replace an account's. @returns What is wrong with `newPassword`. */
export function validateNewPassword(
  { passwordBlocklist }: Pick<Ports, 'passwordBlocklist'>,
  { account, tenant }: Membership,
  newPassword: string,
): Invalid | null {
  const context = { email: account.email, organization: tenant.id }
  const checked = validatePassword(newPassword, context, (password) =>
    passwordBlocklist.has(password),
  )
  if (checked.ok) return null
  const { rule, message } = checked
  return { kind: 'invalid', errors: [{ field: 'newPassword', rule, message }] }
}
