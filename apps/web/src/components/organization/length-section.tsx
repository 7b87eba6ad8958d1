import { useSignal } from '@preact/signals'
import { organizationService } from '../../api/organization-service.ts'
import type { Organization } from '../../api/organization-wire.ts'
import { messages } from '../../messages/current-messages.ts'
import { fill } from '../../messages/fill.ts'
import { sentenceOf } from '../../messages/messages.ts'
import { organization as m } from '../../messages/organization.ts'
import { askProtected } from '../../session/recent-login.ts'
import { Form } from '../form.tsx'
import { tell } from '../frame/toast.ts'
import { Section } from '../settings/section.tsx'
import { Lowered } from './lowered.tsx'
import { lengths, loweredBy, type Protections } from './lowering.ts'

const l = m.length

/** The longest session of the organization's people. */
export function LengthSection({
  protections,
  maxDays,
  onChanged,
}: {
  readonly protections: Protections
  /** The operator's limit, in days. */
  readonly maxDays: number
  readonly onChanged: (organization: Organization) => void
}) {
  const days = useSignal(protections.days)
  const lowered = loweredBy(protections, { ...protections, days: days.value })
  const save = async () => {
    const work = (token: string) =>
      organizationService.change(token, { max_session_days: days.value })
    const change = fill(l.change, { length: inDays(days.value) })
    const answer = await askProtected(work, { change, isTold: lowered.length > 0 })
    if (!answer.ok) return sentenceOf(messages, answer.error)
    onChanged(answer.value)
    tell(l.done)
    return undefined
  }
  return (
    <Section id="length" title={l.title} lead={l.lead}>
      <Form submit={l.submit} busy={m.saving} act={save} look="quiet">
        <div class="field">
          <label for="days">{l.label}</label>
          <select
            id="days"
            class="short"
            value={String(days.value)}
            aria-describedby="days-hint"
            onChange={({ currentTarget }) => {
              days.value = Number(currentTarget.value)
            }}
          >
            {lengths(maxDays, protections.days).map((choice) => (
              <option key={choice} value={String(choice)}>
                {inDays(choice)}
              </option>
            ))}
          </select>
          <p class="hint" id="days-hint">
            {fill(l.hint, { max: inDays(maxDays) })}
          </p>
        </div>
        <Lowered by={lowered} />
      </Form>
    </Section>
  )
}

function inDays(days: number): string {
  return days === 1 ? m.oneDay : fill(m.days, { n: String(Math.round(days * 100) / 100) })
}
