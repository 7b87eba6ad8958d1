import { account } from '../../messages/account.ts'
import { frame } from '../../messages/frame.ts'
import { Section } from '../settings/section.tsx'
import type { MySectionProps } from './my-section.ts'

const m = account.role

/** The person's role, which only administrators change. */
export function RoleSection({ me }: Pick<MySectionProps, 'me'>) {
  return (
    <Section id="role" title={m.title} lead={m.lead}>
      <dl class="facts">
        <dt>{m.role}</dt>
        <dd>{frame.roles[me.role] ?? me.role}</dd>
        <dt>{m.machines}</dt>
        <dd>{me.machine_role || m.none}</dd>
        <dt>{m.groups}</dt>
        <dd>{me.groups.join(', ') || m.none}</dd>
      </dl>
    </Section>
  )
}
