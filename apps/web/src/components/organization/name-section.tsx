import { organizationService } from '../../api/organization-service.ts'
import type { Organization } from '../../api/organization-wire.ts'
import { messages } from '../../messages/current-messages.ts'
import { fieldSentences, sentenceOf } from '../../messages/messages.ts'
import { organization as m } from '../../messages/organization.ts'
import { askProtected } from '../../session/recent-login.ts'
import { renewNow } from '../../session/session-store.ts'
import { Field } from '../field.tsx'
import { useFields } from '../fields.ts'
import { Form } from '../form.tsx'
import { tell } from '../frame/toast.ts'
import { Section } from '../settings/section.tsx'

const n = m.name

/** Changes the display name of the organization. */
export function NameSection({
  organization,
  onChanged,
}: {
  readonly organization: Organization
  readonly onChanged: (organization: Organization) => void
}) {
  const fields = useFields({ name: organization.tenant_name }, 'organization')
  const save = async () => {
    const name = fields.values.value.name.trim()
    if (fields.mark(name === '' ? { name: messages.required } : {})) return undefined
    const work = (token: string) => organizationService.change(token, { name })
    const answer = await askProtected(work, { change: `${n.display}: ${name}` })
    if (!answer.ok) {
      const isMarked = fields.mark(fieldSentences(messages, answer.error))
      return isMarked ? undefined : sentenceOf(messages, answer.error)
    }
    onChanged(answer.value)
    tell(n.done)
    // The bar shows the name in the token.
    await renewNow()
    return undefined
  }
  return (
    <Section id="name" title={n.title} lead={n.lead}>
      <Form submit={n.submit} busy={m.saving} act={save} look="quiet">
        <div class="pair">
          <Field fields={fields} name="name" label={n.display} autocomplete="organization" />
          <div class="field">
            <label for="short-name">{n.short}</label>
            <input id="short-name" value={organization.tenant_id} disabled />
          </div>
        </div>
      </Form>
    </Section>
  )
}
