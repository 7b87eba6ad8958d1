import { useSignal } from '@preact/signals'
import { organizationService } from '../../api/organization-service.ts'
import { thisMinute } from '../../clock.ts'
import { messages } from '../../messages/current-messages.ts'
import { fill } from '../../messages/fill.ts'
import { sentenceOf } from '../../messages/messages.ts'
import { dayOf } from '../../messages/moments.ts'
import { language } from '../../messages/of-language.ts'
import { organization as m } from '../../messages/organization.ts'
import { askProtected } from '../../session/recent-login.ts'
import { dropEverywhere } from '../../session/session-store.ts'
import { DialogForm } from '../dialog/dialog-form.tsx'
import { Consequence, Will } from '../dialog/will.tsx'
import { Field } from '../field.tsx'
import { useFields } from '../fields.ts'
import { Section } from '../settings/section.tsx'
import { Text } from '../text.tsx'

const c = m.close

/** Milliseconds for which a closed organization can be reopened. */
const stayMs = 7 * 24 * 3600 * 1000

/** Closes the organization. */
export function CloseSection({ organization }: { readonly organization: string }) {
  const isAsking = useSignal(false)
  const day = dayOf(thisMinute.value + stayMs, { language, now: thisMinute.value })
  return (
    <div class="panel settings danger-zone">
      <Section id="close" title={c.title} lead={c.lead}>
        <p>{fill(c.hint, { organization, day })}</p>
        <button
          type="button"
          class="quiet bad"
          onClick={() => {
            isAsking.value = true
          }}
        >
          {fill(c.open, { organization })}
        </button>
      </Section>
      {isAsking.value && (
        <CloseDialog
          organization={organization}
          day={day}
          onClose={() => {
            isAsking.value = false
          }}
        />
      )}
    </div>
  )
}

function CloseDialog({
  organization,
  day,
  onClose,
}: {
  readonly organization: string
  readonly day: string
  readonly onClose: () => void
}) {
  const fields = useFields({ typed: '' }, 'close')
  const close = async () => {
    const { typed } = fields.values.value
    const isTyped = typed.trim() === organization.trim()
    if (fields.mark(isTyped ? {} : { typed: c.mistyped })) return undefined
    const work = (token: string) => organizationService.close(token, organization)
    const answer = await askProtected(work, { change: fill(c.question, { organization }) })
    if (!answer.ok) return sentenceOf(messages, answer.error)
    dropEverywhere('closed')
    return undefined
  }
  return (
    <DialogForm
      title={fill(c.question, { organization })}
      submit={c.submit}
      busy={c.busy}
      tone="danger"
      act={close}
      onClose={onClose}
    >
      <p>{c.once}</p>
      <Will>
        <Consequence tone="bad">{c.people}</Consequence>
        <Consequence tone="bad">{c.keys}</Consequence>
        <Consequence>{fill(c.back, { day })}</Consequence>
      </Will>
      <p>
        <Text of={c.later} values={{ day }} />
      </p>
      <Field
        fields={fields}
        name="typed"
        label={<Text of={c.type} values={{ organization: <code>{organization}</code> }} />}
        autocomplete="off"
      />
    </DialogForm>
  )
}
