import { useSignal } from '@preact/signals'
import type { ResetAnswer } from '../api/account-wire.ts'
import type { ApiError } from '../api/call.ts'
import { service } from '../api/service.ts'
import { AccountName } from '../components/account-name.tsx'
import { Card } from '../components/card.tsx'
import { checks } from '../components/checks.ts'
import { Field } from '../components/field.tsx'
import { useFields } from '../components/fields.ts'
import { Form } from '../components/form.tsx'
import { LookUp } from '../components/mail-links/look-up.tsx'
import { PageLink } from '../components/page-link.tsx'
import { Strength } from '../components/strength.tsx'
import { addressParameters, dropAddressToken } from '../flow/router.ts'
import { messages } from '../messages/current-messages.ts'
import { fill } from '../messages/fill.ts'
import { fieldSentences, sentenceOf } from '../messages/messages.ts'
import { AskForLink } from './forgot-password.tsx'

const m = messages.reset

/** A new password, with the token from the mail. */
export function ResetPassword() {
  const token = useSignal(addressParameters.peek().token)
  const step = useSignal<'choose' | 'done' | 'dead'>('choose')
  if (token.value === undefined) {
    return (
      <AskForLink
        title={messages.forgot.title}
        lead={`${messages.forgot.lead} ${messages.forgot.cut}`}
      />
    )
  }
  if (step.value === 'dead') {
    return <AskForLink title={messages.forgot.dead} lead={messages.forgot.deadWhy} tone="bad" />
  }
  if (step.value === 'done') {
    return (
      <Card title={m.done} tone="good">
        <p>{m.doneNext}</p>
        <p>
          <PageLink page="signIn" class="button">
            {messages.signIn.title}
          </PageLink>
        </p>
      </Card>
    )
  }
  const { value: link } = token
  const end = (next: 'done' | 'dead') => () => {
    dropAddressToken()
    step.value = next
  }
  return (
    <LookUp title={m.title} dead={dead} look={() => service.readReset(link)} onDead={end('dead')}>
      {(about) => <Choose token={link} about={about} onDone={end('done')} onDead={end('dead')} />}
    </LookUp>
  )
}

interface ChooseProps {
  readonly token: string
  readonly about: ResetAnswer
  readonly onDone: () => void
  readonly onDead: () => void
}

function Choose({ token, about, onDone, onDead }: ChooseProps) {
  const fields = useFields({ new_password: '' })
  const save = async () => {
    const password = fields.values.value.new_password
    const isShort = checks.newPassword(password)
    if (fields.mark(isShort ? { new_password: isShort } : {})) return undefined
    const answer = await service.resetPassword(token, password)
    if (answer.ok) {
      onDone()
      return undefined
    }
    if (fields.mark(fieldSentences(messages, answer.error))) return undefined
    if (!isDead(answer.error)) return sentenceOf(messages, answer.error)
    onDead()
    return undefined
  }
  return (
    <Card title={m.title}>
      <p>{fill(m.lead, { ...about })}</p>
      <Form submit={m.submit} busy={m.busy} act={save}>
        <AccountName email={about.email} />
        <Field
          fields={fields}
          name="new_password"
          label={m.password}
          hint={m.hint}
          type="password"
          autocomplete="new-password"
        >
          <Strength password={fields.values.value.new_password} />
        </Field>
      </Form>
    </Card>
  )
}

/** A link that was cut or changed on its way can break the rules for the field too. */
const dead = ['reset_token_invalid', 'validation_failed']

function isDead({ code }: ApiError): boolean {
  return dead.includes(code)
}
