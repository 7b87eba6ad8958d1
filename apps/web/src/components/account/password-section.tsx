import { accountService } from '../../api/account-service.ts'
import { account } from '../../messages/account.ts'
import { messages } from '../../messages/current-messages.ts'
import { fill } from '../../messages/fill.ts'
import { fieldSentences, sentenceOf } from '../../messages/messages.ts'
import { ask, renewNow } from '../../session/session-store.ts'
import { AccountName } from '../account-name.tsx'
import { checks } from '../checks.ts'
import { Field } from '../field.tsx'
import { useFields } from '../fields.ts'
import { Form } from '../form.tsx'
import { tell } from '../frame/toast.ts'
import { Section } from '../settings/section.tsx'
import { Strength } from '../strength.tsx'
import type { MySectionProps } from './my-section.ts'

const m = account.password

const empty = { current_password: '', new_password: '' }

/** Changes the password of a person who knows the old one. */
export function PasswordSection({
  me,
  onChanged,
}: Pick<MySectionProps, 'me'> & { readonly onChanged: () => void }) {
  const fields = useFields(empty, 'password')
  const change = async () => {
    const { current_password: current, new_password: fresh } = fields.values.value
    const isMarked = fields.mark({
      ...(current === '' && { current_password: messages.required }),
      ...([...fresh].length < 8 && { new_password: messages.tooShort }),
    })
    if (isMarked) return undefined
    const body = { current_password: current, new_password: fresh }
    const answer = await ask((token) => accountService.changePassword(token, body))
    if (answer.ok) {
      fields.values.value = empty
      tell(m.done)
      // Tokens from the old password are void from now on.
      await renewNow()
      onChanged()
      return undefined
    }
    const isWrong = answer.error.code === 'invalid_credentials'
    const marks = isWrong
      ? { current_password: account.email.wrong }
      : fieldSentences(messages, answer.error)
    return fields.mark(marks) ? undefined : sentenceOf(messages, answer.error)
  }
  return (
    <Section id="password" title={m.title} lead={fill(m.lead, { organization: me.tenant_name })}>
      <Form submit={m.submit} busy={account.saving} act={change} look="quiet">
        <AccountName email={me.email} />
        <Field
          fields={fields}
          name="current_password"
          label={m.current}
          type="password"
          autocomplete="current-password"
        />
        <Field
          fields={fields}
          name="new_password"
          label={m.fresh}
          hint={m.hint}
          type="password"
          autocomplete="new-password"
          check={checks.newPassword}
        >
          <Strength password={fields.values.value.new_password} />
        </Field>
        <p class="soft small">{m.others}</p>
      </Form>
    </Section>
  )
}
