import type { Signal } from '@preact/signals'
import { frame } from '../../messages/frame.ts'
import { people as m } from '../../messages/people.ts'
import { Options } from '../options.tsx'

const roles = [
  ['user', frame.roles.user ?? 'user', m.inviting.member],
  ['company_admin', frame.roles.company_admin ?? 'company_admin', m.inviting.administrator],
] as const

/** The roles that an administrator can give, each with an explanation. */
export function RoleChoice({
  role,
  legend,
}: {
  readonly role: Signal<string>
  readonly legend: string
}) {
  return <Options name="given-role" legend={legend} options={roles} taken={role} />
}
