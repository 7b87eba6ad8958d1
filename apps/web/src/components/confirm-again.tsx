import { accountService } from '../api/account-service.ts'
import { messages } from '../messages/current-messages.ts'
import { sentenceOf } from '../messages/messages.ts'
import { ask } from '../session/session-store.ts'
import { SendAgain } from './send-again.tsx'

const m = messages.confirmAgain

/** Asks for the mail that confirms the address of the person who is signed in. */
export function ConfirmAgain({
  email,
  hint = '',
}: {
  readonly email: string
  /** The sentence beside the button before it is pressed; none unless given. */
  readonly hint?: string
}) {
  const send = async () => {
    const answer = await ask(accountService.resendVerification)
    return answer.ok
      ? { told: m.sent(email), after: answer.value.resend_after }
      : { told: sentenceOf(messages, answer.error), after: answer.error.retryAfter }
  }
  return <SendAgain label={m.label} hint={hint} send={send} />
}
