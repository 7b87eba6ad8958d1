import { useEffect } from 'preact/hooks'
import { service } from '../api/service.ts'
import { Card } from '../components/card.tsx'
import { checks } from '../components/checks.ts'
import { Field } from '../components/field.tsx'
import { type Fields, useFields } from '../components/fields.ts'
import { Form } from '../components/form.tsx'
import { Loading } from '../components/loading.tsx'
import { PageLink } from '../components/page-link.tsx'
import { StaySignedIn } from '../components/stay-signed-in.tsx'
import { useSignedIn } from '../components/use-signed-in.ts'
import { config } from '../config.ts'
import { isEmail } from '../flow/input-checks.ts'
import { pendingLogin } from '../flow/pending-login.ts'
import { proceed } from '../flow/proceed.ts'
import { addressParameters } from '../flow/router.ts'
import { maskedEmail } from '../flow/texts.ts'
import { noteTypedEmail, typedEmail } from '../flow/typed-email.ts'
import { keepWantedPage } from '../flow/wanted-page.ts'
import { messages } from '../messages/current-messages.ts'
import { sentenceOf } from '../messages/messages.ts'
import { expectHandOver, takeExpectedHandOver } from '../session/expected-hand-over.ts'
import { type SessionEnding, sessionEnding } from '../session/session-store.ts'
import { readRemembered } from '../session/stay.ts'

const m = messages.signIn

/** Email and password, or an external provider. */
export function SignIn() {
  const fields = useFields({ email: typedEmail() || readRemembered()?.email || '', password: '' })
  useEffect(() => {
    // A person on this page has returned from a provider, or has not gone to one.
    takeExpectedHandOver()
    // A person who comes back from the code may go forward to it again.
    if (!pendingLogin.peek()?.code) pendingLogin.value = undefined
  }, [])
  const isLooking = useSignedIn()
  if (isLooking) return <Loading />
  return (
    <Card title={m.title}>
      <Notice />
      {config.providers.length > 0 && <Providers />}
      <Form submit={m.submit} busy={m.busy} act={() => logIn(fields)}>
        <Field
          fields={fields}
          name="email"
          label={messages.email}
          type="email"
          autocomplete="username"
          check={checks.email}
          onValue={({ value }) => noteTypedEmail(value)}
        />
        <Field
          fields={fields}
          name="password"
          label={m.password}
          type="password"
          autocomplete="current-password"
        />
        <StaySignedIn />
      </Form>
      <ul class="ways">
        {config.resetsPasswords && (
          <li>
            <PageLink page="forgotPassword">{m.forgot}</PageLink>
          </li>
        )}
        {config.signsUp && (
          <li>
            {m.noAccount} <PageLink page="signUp">{m.signUp}</PageLink>
          </li>
        )}
      </ul>
    </Card>
  )
}

const reasons: Readonly<Record<SessionEnding, string>> = {
  signed_out: m.signedOut,
  ended: m.ended,
  expired: m.expired,
  closed: m.closed,
  deleted: m.deleted,
  joined: m.joined,
}

/** The reason why the person is here, if there is one to show. */
function Notice() {
  const { error } = addressParameters.value
  if (error) {
    return (
      <p class="notice bad" role="alert">
        {sentenceOf(messages, { code: error, errors: [] })}
      </p>
    )
  }
  if (!sessionEnding.value) return null
  return (
    <p class="notice" role="status">
      {reasons[sessionEnding.value]}
    </p>
  )
}

function Providers() {
  return (
    <>
      <ul class="providers">
        {config.providers.map(({ name, url }) => (
          <li key={url}>
            <a class="button" href={url} onClick={leaveForProvider}>
              {m.provider(name)}
            </a>
          </li>
        ))}
      </ul>
      <p class="or">{m.or}</p>
    </>
  )
}

function leaveForProvider(): void {
  expectHandOver()
  keepWantedPage()
}

async function logIn(fields: Fields<'email' | 'password'>): Promise<string | undefined> {
  const { email, password } = fields.values.value
  const isMarked = fields.mark({
    ...(!isEmail(email) && { email: messages.emailWanted }),
    ...(password === '' && { password: messages.required }),
  })
  if (isMarked) return undefined
  noteTypedEmail(email)
  const answer = await service.logIn(email.trim(), password)
  if (!answer.ok) {
    // It stays, to be looked at; typing replaces it.
    if (answer.error.code === 'invalid_credentials') fields.select('password')
    return sentenceOf(messages, answer.error)
  }
  sessionEnding.value = undefined
  proceed(answer.value, { address: maskedEmail(email.trim()) })
  return undefined
}
