import { type Signal, useSignal } from '@preact/signals'
import type { Verification, VerificationAnswer } from '../../api/account-wire.ts'
import type { ApiError } from '../../api/call.ts'
import { service } from '../../api/service.ts'
import type { LoginAnswer } from '../../api/wire.ts'
import { messages } from '../../messages/current-messages.ts'
import { mailLinks } from '../../messages/mail-links.ts'
import { fieldSentences, sentenceOf } from '../../messages/messages.ts'
import { session } from '../../session/session-store.ts'
import { AccountName } from '../account-name.tsx'
import { Card } from '../card.tsx'
import { checks } from '../checks.ts'
import { Field } from '../field.tsx'
import { type Fields, useFields } from '../fields.ts'
import { Form } from '../form.tsx'
import { Options } from '../options.tsx'
import { Strength } from '../strength.tsx'
import { Text } from '../text.tsx'

const m = mailLinks.confirm

/** A link to confirm, and what it is about. */
export interface ConfirmProps {
  /** The token from the link in the mail. */
  readonly token: string
  /** What the link confirms, from the service. */
  readonly about: VerificationAnswer
  /** Called when the link no longer works. */
  readonly onDead: () => void
  /** Called after the confirmation; with a login if the given password led to one. */
  readonly onDone: (login?: LoginAnswer) => void
}

/**
 * Asks for a proof that the account belongs to the person. The link alone confirms nothing: a stranger may
 * have signed up with the address, or the person may have mistyped a new one. The proof is the password of
 * the account, a new password (only for the address of a sign-up), or the session of this tab.
 */
export function Confirm(props: ConfirmProps) {
  const { about } = props
  const isMine = session.value?.claims.username === about.username
  if (!isMine) return <ByPassword {...props} />
  return <OneStep {...props} lead={isChange(about) ? m.changeLead : m.mineLead} />
}

function isChange({ purpose }: VerificationAnswer): boolean {
  return purpose === 'change_email'
}

function OneStep({ token, about, lead, onDead, onDone }: ConfirmProps & { readonly lead: string }) {
  const confirm = async () => {
    const bearer = session.peek()?.token
    const answer = await service.verifyEmail({ token }, bearer)
    if (answer.ok) onDone()
    else if (isDead(answer.error)) onDead()
    return answer.ok ? undefined : sentenceOf(messages, answer.error)
  }
  return (
    <Card title={m.title}>
      <p>
        <Text of={lead} values={{ email: about.email }} />
      </p>
      <Facts about={about} />
      <Form submit={m.submit} busy={m.busy} act={confirm} />
      <ul class="ways">
        <li>{m.nothingChange}</li>
      </ul>
    </Card>
  )
}

type Way = 'known' | 'unknown'

function ByPassword({ token, about, onDead, onDone }: ConfirmProps) {
  const way = useSignal<Way>('known')
  const fields = useFields({ password: '', new_password: '' }, 'confirm')
  const isKnown = way.value === 'known'

  const confirm = async () => {
    const { password, new_password: fresh } = fields.values.value
    if (fields.mark(missing(isKnown, password, fresh))) return undefined
    const proof: Verification = isKnown ? { token, password } : { token, new_password: fresh }
    const answer = await service.verifyEmail(proof)
    if (answer.ok) {
      const login = await service.logIn(about.email, isKnown ? password : fresh)
      onDone(login.ok ? login.value : undefined)
      return undefined
    }
    return refuse(fields, { error: answer.error, about, onDead })
  }

  return (
    <Card title={m.title}>
      <p>
        <Text of={isChange(about) ? m.changeLead : m.lead} values={{ email: about.email }} />
      </p>
      <Facts about={about} />
      <Form submit={isKnown ? m.submit : m.submitFresh} busy={m.busy} act={confirm}>
        <AccountName email={about.email} />
        {!isChange(about) && <Ways way={way} />}
        {isKnown ? (
          <Field
            key="known"
            fields={fields}
            name="password"
            label={isChange(about) ? m.ownPassword : m.password}
            type="password"
            autocomplete="current-password"
          />
        ) : (
          <Field
            key="unknown"
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
        )}
      </Form>
      <ul class="ways">
        <li>{isChange(about) ? m.nothingChange : m.nothing}</li>
      </ul>
    </Card>
  )
}

function Ways({ way }: { readonly way: Signal<Way> }) {
  const choices = [
    ['known', m.known, m.knownHint],
    ['unknown', m.unknown, m.unknownHint],
  ] as const
  return <Options name="way" legend={m.how} isLegendUnseen options={choices} taken={way} />
}

function Facts({ about: { organization, username } }: Pick<ConfirmProps, 'about'>) {
  return (
    <dl class="facts">
      <dt>{m.organization}</dt>
      <dd>{organization}</dd>
      <dt>{m.username}</dt>
      <dd>{username}</dd>
    </dl>
  )
}

function missing(
  isKnown: boolean,
  password: string,
  fresh: string,
): Readonly<Record<string, string>> {
  if (isKnown) return password === '' ? { password: messages.required } : {}
  return [...fresh].length < 8 ? { new_password: messages.tooShort } : {}
}

function refuse(
  fields: Fields<'password' | 'new_password'>,
  { error, about, onDead }: { readonly error: ApiError } & Pick<ConfirmProps, 'about' | 'onDead'>,
): string | undefined {
  if (error.code === 'invalid_credentials') {
    fields.mark({ password: isChange(about) ? m.wrongOwn : m.wrong })
    return undefined
  }
  if (fields.mark(fieldSentences(messages, error))) return undefined
  if (isDead(error)) onDead()
  return sentenceOf(messages, error)
}

/** A link that was cut or changed on its way can break the rules for the field too. */
function isDead({ code }: ApiError): boolean {
  return code === 'verification_token_invalid' || code === 'validation_failed'
}
