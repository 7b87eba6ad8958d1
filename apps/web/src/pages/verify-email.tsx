import { useSignal } from '@preact/signals'
import { service } from '../api/service.ts'
import { Card } from '../components/card.tsx'
import { Form } from '../components/form.tsx'
import { PageLink } from '../components/page-link.tsx'
import { addressParameters } from '../flow/router.ts'
import { messages } from '../messages/current-messages.ts'
import { sentenceOf } from '../messages/messages.ts'

const m = messages.verify

/** A link that was cut or changed on its way can break the rules for the field too. */
const deadLink = ['verification_token_invalid', 'validation_failed']

/** Confirms an address, once the person presses the button and not before (T-55). */
export function VerifyEmail() {
  const token = useSignal(addressParameters.peek().token)
  const step = useSignal<'confirm' | 'done' | 'invalid'>('confirm')

  const confirm = async () => {
    const answer = await service.verifyEmail(token.peek() ?? '')
    if (!answer.ok && !deadLink.includes(answer.error.code)) {
      return sentenceOf(messages, answer.error)
    }
    step.value = answer.ok ? 'done' : 'invalid'
    return undefined
  }

  if (token.value === undefined) {
    return (
      <Card title={m.missing} tone="bad">
        <p>{m.missingNext}</p>
      </Card>
    )
  }
  if (step.value === 'done') {
    return (
      <Card title={m.done} tone="good">
        <p>{m.doneNext}</p>
        <SignInLink />
      </Card>
    )
  }
  if (step.value === 'invalid') {
    return (
      <Card title={m.invalid} tone="bad">
        <p>{m.invalidWhy}</p>
        <ul class="advice">
          {m.invalidNext.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <SignInLink />
      </Card>
    )
  }
  return (
    <Card title={m.title}>
      <p>{m.lead}</p>
      <Form submit={m.submit} busy={m.busy} act={confirm} />
    </Card>
  )
}

function SignInLink() {
  return (
    <p>
      <PageLink page="signIn" class="button">
        {messages.signIn.title}
      </PageLink>
    </p>
  )
}
