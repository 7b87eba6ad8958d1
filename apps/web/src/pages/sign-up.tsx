import { type SignUp as Registration, service } from '../api/service.ts'
import { Card } from '../components/card.tsx'
import { Field } from '../components/field.tsx'
import { type Fields, useFields } from '../components/fields.ts'
import { Form } from '../components/form.tsx'
import { NameFields } from '../components/name-fields.tsx'
import { PageLink } from '../components/page-link.tsx'
import { config } from '../config.ts'
import { mailSent } from '../flow/mail-sent.ts'
import { go } from '../flow/router.ts'
import { messages } from '../messages/current-messages.ts'
import { fieldSentences, sentenceOf } from '../messages/messages.ts'

const m = messages.signUp

type Name = keyof Registration

const empty: Registration = {
  first_name: '',
  last_name: '',
  username: '',
  email: '',
  password: '',
  company_name: '',
  organization_name: '',
}

/** The field that a conflict concerns. */
const fieldOf: Readonly<Record<string, Name>> = {
  username_taken: 'username',
  organization_taken: 'organization_name',
  sign_up_closed: 'email',
}

/** Creates an organization and its first user, if the operator allows sign-ups. */
export function SignUp() {
  return config.signsUp ? <NewOrganization /> : <Closed />
}

function Closed() {
  return (
    <Card title={m.closed}>
      <p>{m.closedNext}</p>
      <p>
        <PageLink page="signIn" class="button">
          {messages.signIn.title}
        </PageLink>
      </p>
    </Card>
  )
}

function NewOrganization() {
  const fields = useFields(empty)
  return (
    <Card title={m.title} wide>
      <p>{m.lead}</p>
      <Form submit={m.submit} busy={m.busy} act={() => signUp(fields)}>
        <fieldset>
          <legend>{m.you}</legend>
          <NameFields fields={fields} first={m.firstName} last={m.lastName} />
          <Field
            fields={fields}
            name="username"
            label={m.username}
            hint={m.usernameHint}
            autocomplete="nickname"
          />
          <Field
            fields={fields}
            name="email"
            label={messages.email}
            type="email"
            autocomplete="username"
          />
          <Field
            fields={fields}
            name="password"
            label={m.password}
            hint={m.passwordHint}
            type="password"
            autocomplete="new-password"
          />
        </fieldset>
        <fieldset>
          <legend>{m.organization}</legend>
          <div class="pair">
            <Field
              fields={fields}
              name="company_name"
              label={m.companyName}
              autocomplete="organization"
            />
            <Field
              fields={fields}
              name="organization_name"
              label={m.organizationName}
              hint={m.organizationHint}
              autocomplete="off"
            />
          </div>
        </fieldset>
      </Form>
      <ul class="ways">
        <li>
          {m.hasAccount} <PageLink page="signIn">{messages.signIn.title}</PageLink>
        </li>
      </ul>
    </Card>
  )
}

async function signUp(fields: Fields<Name>): Promise<string | undefined> {
  const values = fields.values.value
  const names = Object.keys(empty) as Name[]
  const missing = names.filter((name) => values[name].trim() === '')
  if (fields.mark(Object.fromEntries(missing.map((name) => [name, messages.required])))) return
  const answer = await service.signUp({ ...values, email: values.email.trim() })
  if (answer.ok) {
    mailSent.value = { kind: 'signUp', email: values.email.trim() }
    go('checkMail', { replace: true })
    return undefined
  }
  const sentence = sentenceOf(messages, answer.error)
  const field = fieldOf[answer.error.code]
  const errors = field ? { [field]: sentence } : fieldSentences(messages, answer.error)
  return fields.mark(errors) ? undefined : sentence
}
