import { accountService } from '../../api/account-service.ts'
import type { Me } from '../../api/account-wire.ts'
import { account as m } from '../../messages/account.ts'
import { messages } from '../../messages/current-messages.ts'
import { fieldSentences, sentenceOf } from '../../messages/messages.ts'
import { ask } from '../../session/session-store.ts'
import { useFields } from '../fields.ts'
import { Form } from '../form.tsx'
import { tell } from '../frame/toast.ts'
import { NameFields } from '../name-fields.tsx'
import { Section } from '../settings/section.tsx'
import type { MySectionProps } from './my-section.ts'

const n = m.name

/** Changes the name that colleagues see. */
export function NameSection({ me, onChanged }: MySectionProps) {
  const fields = useFields({ first_name: me.first_name, last_name: me.last_name }, 'me')
  const save = async () => {
    const { first_name: first, last_name: last } = fields.values.value
    const names = { first_name: first.trim(), last_name: last.trim() }
    const missing = Object.entries(names).filter(([, name]) => name === '')
    const marks = Object.fromEntries(missing.map(([name]) => [name, messages.required]))
    if (fields.mark(marks)) return undefined
    const answer = await ask((token) => accountService.rename(token, names))
    if (answer.ok) {
      const fresh: Me = { ...me, ...names }
      onChanged(fresh)
      tell(n.done)
      return undefined
    }
    const isMarked = fields.mark(fieldSentences(messages, answer.error))
    return isMarked ? undefined : sentenceOf(messages, answer.error)
  }
  return (
    <Section id="name" title={n.title} lead={n.lead}>
      <Form submit={n.submit} busy={m.saving} act={save} look="quiet">
        <NameFields fields={fields} first={n.first} last={n.last} />
      </Form>
    </Section>
  )
}
