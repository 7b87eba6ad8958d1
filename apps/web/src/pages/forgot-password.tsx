import { service } from '../api/service.ts'
import { Card } from '../components/card.tsx'
import { checks } from '../components/checks.ts'
import { Field } from '../components/field.tsx'
import { type Fields, useFields } from '../components/fields.ts'
import { Form } from '../components/form.tsx'
import { PageLink } from '../components/page-link.tsx'
import { isEmail } from '../flow/input-checks.ts'
import { noteMailSent } from '../flow/mail-sent.ts'
import { go } from '../flow/router.ts'
import { noteTypedEmail, typedEmail } from '../flow/typed-email.ts'
import { messages } from '../messages/current-messages.ts'
import { sentenceOf } from '../messages/messages.ts'

const m = messages.forgot

/** Asks for a link to choose a new password. */
export function ForgotPassword() {
  return <AskForLink title={m.title} lead={m.lead} />
}

/** The same form, with the reason why the person needs a link. */
export function AskForLink({
  title,
  lead,
  tone,
}: {
  readonly title: string
  readonly lead: string
  readonly tone?: 'bad'
}) {
  const fields = useFields({ email: typedEmail() })
  return (
    <Card title={title} {...(tone && { tone })}>
      <p>{lead}</p>
      <Form submit={m.submit} busy={m.busy} act={() => ask(fields)}>
        <Field
          fields={fields}
          name="email"
          label={messages.email}
          type="email"
          autocomplete="username"
          check={checks.email}
          onValue={({ value }) => noteTypedEmail(value)}
        />
      </Form>
      <ul class="ways">
        <li>
          <PageLink page="signIn">{messages.back}</PageLink>
        </li>
      </ul>
    </Card>
  )
}

async function ask(fields: Fields<'email'>): Promise<string | undefined> {
  const email = fields.values.value.email.trim()
  if (!isEmail(email)) {
    fields.mark({ email: messages.emailWanted })
    return undefined
  }
  const answer = await service.forgotPassword(email)
  if (!answer.ok) return sentenceOf(messages, answer.error)
  noteTypedEmail(email)
  noteMailSent({ kind: 'reset', email, username: '' })
  go('checkMail')
  return undefined
}
