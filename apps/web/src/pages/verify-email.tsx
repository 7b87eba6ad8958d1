import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { ApiError } from '../api/call.ts'
import { service } from '../api/service.ts'
import type { VerificationAnswer } from '../api/wire.ts'
import { Card } from '../components/card.tsx'
import { PageLink } from '../components/page-link.tsx'
import { ConfirmAddress, isDeadLink } from '../components/verify-email/confirm-address.tsx'
import { addressParameters } from '../flow/router.ts'
import { messages } from '../messages/current-messages.ts'
import { sentenceOf } from '../messages/messages.ts'

const m = messages.verify

/** Confirms an address, once the person says whose account it is, and not before (T-55, T-92). */
export function VerifyEmail() {
  const token = useSignal(addressParameters.peek().token)
  const step = useSignal<'confirm' | 'done' | 'invalid'>('confirm')
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
  if (step.value === 'invalid') return <DeadLink />
  return (
    <LookUp
      token={token.value}
      onDone={() => {
        step.value = 'done'
      }}
      onDead={() => {
        step.value = 'invalid'
      }}
    />
  )
}

interface LookUpProps {
  readonly token: string
  readonly onDone: () => void
  readonly onDead: () => void
}

/** Asks which account the link is about, which changes nothing. */
function LookUp(props: LookUpProps) {
  const { token, onDead } = props
  const about = useSignal<VerificationAnswer | undefined>(undefined)
  const trouble = useSignal<ApiError | undefined>(undefined)
  const look = async () => {
    trouble.value = undefined
    const answer = await service.readVerification(token)
    if (answer.ok) about.value = answer.value
    else if (isDeadLink(answer.error)) onDead()
    else trouble.value = answer.error
  }
  useEffect(() => void look(), [])
  if (about.value) return <ConfirmAddress {...props} about={about.value} />
  if (!trouble.value) {
    return (
      <Card title={m.title}>
        <p class="soft" role="status">
          {messages.loading}
        </p>
      </Card>
    )
  }
  return (
    <Card title={m.title}>
      <p role="alert">{sentenceOf(messages, trouble.value)}</p>
      <button type="button" class="main" onClick={() => void look()}>
        {messages.retry}
      </button>
    </Card>
  )
}

function DeadLink() {
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

function SignInLink() {
  return (
    <p>
      <PageLink page="signIn" class="button">
        {messages.signIn.title}
      </PageLink>
    </p>
  )
}
