import type { InvitationAnswer } from '../../api/account-wire.ts'
import { service } from '../../api/service.ts'
import { thisMinute } from '../../clock.ts'
import { config } from '../../config.ts'
import { proceed } from '../../flow/proceed.ts'
import { go } from '../../flow/router.ts'
import { usernameFrom } from '../../flow/texts.ts'
import { messages } from '../../messages/current-messages.ts'
import { fill } from '../../messages/fill.ts'
import { mailLinks } from '../../messages/mail-links.ts'
import { fieldSentences, sentenceOf } from '../../messages/messages.ts'
import { dayOf } from '../../messages/moments.ts'
import { language } from '../../messages/of-language.ts'
import { expectHandOver } from '../../session/expected-hand-over.ts'
import { sessionEnding } from '../../session/session-store.ts'
import { AccountName } from '../account-name.tsx'
import { Card } from '../card.tsx'
import { checks } from '../checks.ts'
import { Field } from '../field.tsx'
import { type Fields, useFields } from '../fields.ts'
import { Form } from '../form.tsx'
import { NameFields } from '../name-fields.tsx'
import { Strength } from '../strength.tsx'
import { Text } from '../text.tsx'

const m = mailLinks.join

type Name = 'first_name' | 'last_name' | 'username' | 'password'

const names: readonly Name[] = ['first_name', 'last_name', 'username', 'password']

interface JoinProps {
  readonly token: string
  readonly invitation: InvitationAnswer
  readonly onDead: () => void
}

/** The form for an invited person: names, username and password. */
export function Join({ token, invitation, onDead }: JoinProps) {
  const { organization, email, invited_by: inviter } = invitation
  const initial = { first_name: '', last_name: '', username: usernameFrom(email), password: '' }
  const fields = useFields<Name>(initial)
  return (
    <Card title={fill(m.title, { organization })} wide>
      <Lead invitation={invitation} />
      <Form
        submit={fill(m.submit, { organization })}
        busy={m.busy}
        act={() => join(fields, { token, invitation, onDead })}
      >
        <AccountName email={email} />
        <NameFields fields={fields} first={m.first} last={m.last} />
        <Field
          fields={fields}
          name="username"
          label={m.username}
          check={checks.username}
          hint={m.usernameHint}
          autocomplete="nickname"
        />
        <Field
          fields={fields}
          name="password"
          label={m.password}
          hint={fill(m.passwordHint, { organization })}
          type="password"
          autocomplete="new-password"
          check={checks.newPassword}
        >
          <Strength password={fields.values.value.password} />
        </Field>
      </Form>
      <Providers email={email} />
      <ul class="ways">
        <li>{fill(m.nothing, { inviter })}</li>
      </ul>
    </Card>
  )
}

function Lead({ invitation }: Pick<JoinProps, 'invitation'>) {
  const { email, invited_by: inviter, role = '', expires_at: end } = invitation
  const values = {
    inviter: <>{inviter}</>,
    email,
    day: <>{dayOf(Date.parse(end), { language, now: thisMinute.value })}</>,
  }
  return (
    <p>
      <Text of={m.leads[role] ?? m.lead} values={values} />
    </p>
  )
}

/** A provider that vouches for the invited address accepts the invitation too. */
function Providers({ email }: { readonly email: string }) {
  if (config.providers.length === 0) return null
  return (
    <>
      <p class="or">{m.or}</p>
      <ul class="providers">
        {config.providers.map(({ name, url }) => (
          <li key={url}>
            <a class="button" href={url} onClick={expectHandOver}>
              {fill(m.provider, { provider: name, email })}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}

async function join(
  fields: Fields<Name>,
  { token, invitation, onDead }: JoinProps,
): Promise<string | undefined> {
  const values = fields.values.value
  const missing = names.filter((name) => values[name].trim() === '')
  const isShort = values.password !== '' && [...values.password].length < 8
  const isMarked = fields.mark({
    ...Object.fromEntries(missing.map((name) => [name, messages.required])),
    ...(isShort && { password: messages.tooShort }),
  })
  if (isMarked) return undefined
  const answer = await service.acceptInvitation({ token, ...values })
  if (!answer.ok) {
    const { code } = answer.error
    const sentence = sentenceOf(messages, answer.error)
    const isTaken = code === 'username_taken'
    const marks = isTaken ? { username: sentence } : fieldSentences(messages, answer.error)
    if (fields.mark(marks)) return undefined
    if (code === 'invitation_invalid' || code === 'validation_failed') onDead()
    return sentence
  }
  // Signs in with the new password; if that fails, the person signs in by hand.
  const login = await service.logIn(invitation.email, values.password)
  if (login.ok) proceed(login.value)
  else {
    sessionEnding.value = 'joined'
    go('signIn', { replace: true })
  }
  return undefined
}
