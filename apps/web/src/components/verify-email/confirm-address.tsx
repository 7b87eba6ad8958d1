import { type Signal, useSignal } from '@preact/signals'
import type { ApiError } from '../../api/call.ts'
import { service } from '../../api/service.ts'
import type { VerificationAnswer } from '../../api/wire.ts'
import { messages } from '../../messages/current-messages.ts'
import { fieldSentences, sentenceOf } from '../../messages/messages.ts'
import { Card } from '../card.tsx'
import { Field } from '../field.tsx'
import { type Fields, useFields } from '../fields.ts'
import { Form } from '../form.tsx'

const m = messages.verify

type Way = 'known' | 'unknown'
type Name = 'password' | 'new_password'

/** A link to confirm, and what it is about. */
export interface ConfirmAddressProps {
  /** Of the link in the mail. */
  readonly token: string
  /** The account that the link is for. */
  readonly about: VerificationAnswer
  /** Called when the address is confirmed. */
  readonly onDone: () => void
  /** Called when the link turns out not to work. */
  readonly onDead: () => void
}

/**
 * Asks whose account it is: a stranger may have signed up with the address. It takes the password of
 * the sign-up, or a new one.
 */
export function ConfirmAddress({ token, about, onDone, onDead }: ConfirmAddressProps) {
  const way = useSignal<Way>('known')
  const fields = useFields<Name>({ password: '', new_password: '' })
  const isKnown = way.value === 'known'

  const confirm = async () => {
    const { password, new_password } = fields.values.value
    if (fields.mark(missing(isKnown, password, new_password))) return undefined
    const answer = await service.verifyEmail({
      token,
      ...(isKnown ? { password } : { new_password }),
    })
    if (!answer.ok) return refuse(fields, answer.error, onDead)
    onDone()
    return undefined
  }

  return (
    <Card title={m.title}>
      <p>{m.lead(about.email)}</p>
      <dl class="facts">
        <dt>{m.organization}</dt>
        <dd>{about.organization}</dd>
        <dt>{m.username}</dt>
        <dd>{about.username}</dd>
      </dl>
      <Form submit={isKnown ? m.submit : m.submitFresh} busy={m.busy} act={confirm}>
        <input type="hidden" name="username" autocomplete="username" value={about.email} />
        <Ways way={way} />
        {isKnown ? <Known fields={fields} /> : <Unknown fields={fields} />}
      </Form>
      <ul class="ways">
        <li>{m.nothing}</li>
      </ul>
    </Card>
  )
}

/** A link that was cut or changed on its way can break the rules for the field too. */
export function isDeadLink({ code }: ApiError): boolean {
  return code === 'verification_token_invalid' || code === 'validation_failed'
}

function Known({ fields }: { readonly fields: Fields<Name> }) {
  return (
    <Field
      key="known"
      fields={fields}
      name="password"
      label={m.password}
      type="password"
      autocomplete="current-password"
    />
  )
}

function Unknown({ fields }: { readonly fields: Fields<Name> }) {
  return (
    <Field
      key="unknown"
      fields={fields}
      name="new_password"
      label={m.fresh}
      hint={m.hint}
      type="password"
      autocomplete="new-password"
    />
  )
}

function Ways({ way }: { readonly way: Signal<Way> }) {
  const choices = [
    ['known', m.known, m.knownHint],
    ['unknown', m.unknown, m.unknownHint],
  ] as const
  return (
    <fieldset>
      <legend class="unseen">{m.how}</legend>
      <div class="options">
        {choices.map(([value, name, hint]) => (
          <label key={value}>
            <input
              type="radio"
              name="way"
              checked={way.value === value}
              onChange={() => {
                way.value = value
              }}
            />
            <span>
              <strong>{name}</strong>
              <span class="hint">{hint}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
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

function refuse(fields: Fields<Name>, apiError: ApiError, onDead: () => void): string | undefined {
  if (apiError.code === 'invalid_credentials') {
    fields.mark({ password: m.wrong })
    return undefined
  }
  if (fields.mark(fieldSentences(messages, apiError))) return undefined
  if (isDeadLink(apiError)) onDead()
  return sentenceOf(messages, apiError)
}
