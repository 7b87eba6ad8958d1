import type { Signal } from '@preact/signals'
import { frame } from '../../messages/frame.ts'
import { people as m } from '../../messages/people.ts'

const roles = [
  ['user', m.inviting.member],
  ['company_admin', m.inviting.administrator],
] as const

/** The roles that an administrator can give, each with what it means. */
export function RoleChoice({
  role,
  legend,
}: {
  readonly role: Signal<string>
  readonly legend: string
}) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div class="options">
        {roles.map(([value, hint]) => (
          <label key={value}>
            <input
              type="radio"
              name="given-role"
              checked={role.value === value}
              onChange={() => {
                role.value = value
              }}
            />
            <span>
              <strong>{frame.roles[value]}</strong>
              <span class="hint">{hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
