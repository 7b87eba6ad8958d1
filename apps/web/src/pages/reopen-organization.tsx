import { useSignal } from '@preact/signals'
import { service } from '../api/service.ts'
import { Card } from '../components/card.tsx'
import { Form } from '../components/form.tsx'
import { DeadLink } from '../components/mail-links/dead-link.tsx'
import { PageLink } from '../components/page-link.tsx'
import { addressParameters } from '../flow/router.ts'
import { messages } from '../messages/current-messages.ts'
import { mailLinks } from '../messages/mail-links.ts'
import { sentenceOf } from '../messages/messages.ts'

const m = mailLinks.reopen

/** Codes that mean that the link no longer works. */
const dead = ['verification_token_invalid', 'invitation_invalid', 'not_found', 'validation_failed']

/** Reopens a closed organization, after the person presses the button. */
export function ReopenOrganization() {
  const token = useSignal(addressParameters.peek().token)
  const step = useSignal<'open' | 'done' | 'dead'>('open')
  const reopen = async () => {
    const answer = await service.reopenOrganization(token.peek() ?? '')
    if (!answer.ok && !dead.includes(answer.error.code)) {
      return sentenceOf(messages, answer.error)
    }
    step.value = answer.ok ? 'done' : 'dead'
    return undefined
  }
  if (token.value === undefined) {
    return (
      <Card title={m.missing} tone="bad">
        <p>{m.missingNext}</p>
      </Card>
    )
  }
  if (step.value === 'dead') return <DeadLink title={m.invalid} why={m.invalidWhy} />
  if (step.value === 'done') {
    return (
      <Card title={m.done} tone="good">
        <p>{m.doneNext}</p>
        <p>
          <PageLink page="signIn" class="button">
            {mailLinks.signIn}
          </PageLink>
        </p>
      </Card>
    )
  }
  return (
    <Card title={m.title}>
      <p>{m.lead}</p>
      <Form submit={m.submit} busy={m.busy} act={reopen} />
    </Card>
  )
}
