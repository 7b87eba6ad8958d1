import { useSignalEffect } from '@preact/signals'
import { type SignUp as Registration, service } from '../api/service.ts'
import { Card } from '../components/card.tsx'
import { checks } from '../components/checks.ts'
import { Field } from '../components/field.tsx'
import { type Fields, useFields } from '../components/fields.ts'
import { Form } from '../components/form.tsx'
import { NameFields } from '../components/name-fields.tsx'
import { PageLink } from '../components/page-link.tsx'
import { Strength } from '../components/strength.tsx'
import { useProposal } from '../components/use-proposal.ts'
import { config } from '../config.ts'
import { createDraft } from '../flow/draft.ts'
import { enterNew } from '../flow/enter-new.ts'
import { noteMailSent } from '../flow/mail-sent.ts'
import { shortNameFrom, usernameFrom } from '../flow/texts.ts'
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

/** Everything but the password survives a reload. */
const draft = createDraft('gatehouse.sign-up', [
  'first_name',
  'last_name',
  'username',
  'email',
  'company_name',
  'organization_name',
])

const checkOf: Readonly<Partial<Record<Name, (value: string) => string | undefined>>> = {
  username: checks.username,
  email: checks.email,
  password: checks.newPassword,
  organization_name: checks.shortName,
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
  const fields = useFields<Name>({ ...empty, ...draft.read() })
  useSignalEffect(() => draft.keep(fields.values.value))
  const proposeUsername = useProposal(fields, 'email', { to: 'username', make: usernameFrom })
  const proposeShortName = useProposal(fields, 'company_name', {
    to: 'organization_name',
    make: shortNameFrom,
  })
  return (
    <Card title={m.title} wide>
      <p>{m.lead}</p>
      <Form submit={m.submit} busy={m.busy} act={() => signUp(fields)}>
        <fieldset>
          <legend>{m.you}</legend>
          <NameFields fields={fields} first={m.firstName} last={m.lastName} />
          <Field
            fields={fields}
            name="email"
            label={messages.email}
            type="email"
            autocomplete="username"
            check={checks.email}
            onValue={proposeUsername}
          />
          <Field
            fields={fields}
            name="username"
            label={m.username}
            hint={m.usernameHint}
            autocomplete="nickname"
            check={checks.username}
          />
          <Field
            fields={fields}
            name="password"
            label={m.password}
            hint={m.passwordHint}
            type="password"
            autocomplete="new-password"
            check={checks.newPassword}
          >
            <Strength password={fields.values.value.password} />
          </Field>
        </fieldset>
        <fieldset>
          <legend>{m.organization}</legend>
          <div class="pair">
            <Field
              fields={fields}
              name="company_name"
              label={m.companyName}
              autocomplete="organization"
              onValue={proposeShortName}
            />
            <Field
              fields={fields}
              name="organization_name"
              label={m.organizationName}
              hint={m.organizationHint}
              autocomplete="off"
              check={checks.shortName}
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

function mistakesIn(values: Registration): Readonly<Record<string, string>> {
  const names = Object.keys(empty) as Name[]
  const found = names.map((name) => {
    const isMissing = values[name].trim() === ''
    return [name, isMissing ? messages.required : checkOf[name]?.(values[name])] as const
  })
  return Object.fromEntries(found.filter((each): each is [Name, string] => each[1] !== undefined))
}

async function signUp(fields: Fields<Name>): Promise<string | undefined> {
  const values = fields.values.value
  if (fields.mark(mistakesIn(values))) return
  const email = values.email.trim()
  const answer = await service.signUp({ ...values, email })
  if (answer.ok) {
    draft.drop()
    noteMailSent({ kind: 'signUp', email, username: values.username })
    await enterNew(answer.value, email, values.password)
    return undefined
  }
  const sentence = sentenceOf(messages, answer.error)
  const field = fieldOf[answer.error.code]
  const errors = field ? { [field]: sentence } : fieldSentences(messages, answer.error)
  return fields.mark(errors) ? undefined : sentence
}
