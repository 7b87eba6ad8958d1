import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { CallResult } from '../api/call.ts'
import { service } from '../api/service.ts'
import type { LoginAnswer, OtpAnswer } from '../api/wire.ts'
import { now } from '../clock.ts'
import { Card } from '../components/card.tsx'
import { Field } from '../components/field.tsx'
import { type Fields, useFields } from '../components/fields.ts'
import { Form } from '../components/form.tsx'
import { PageLink } from '../components/page-link.tsx'
import { digitsOf, isCode } from '../flow/input-checks.ts'
import { type PendingCode, type PendingLogin, pendingLogin } from '../flow/pending-login.ts'
import { proceed, waitForCode } from '../flow/proceed.ts'
import { addressParameters, go } from '../flow/router.ts'
import { messages } from '../messages/current-messages.ts'
import { inWords, sentenceOf } from '../messages/messages.ts'
import { sessionEnding } from '../session/session-store.ts'

const m = messages.code

type LoginAwaitingCode = PendingLogin & { readonly code: PendingCode }

/** The code from the mail. */
export function OneTimeCode() {
  const fields = useFields({ code: '' })
  useEffect(() => {
    takeHandOver()
    if (!pendingLogin.peek()?.code) go('signIn', { replace: true })
  }, [])
  const waiting = pendingLogin.value
  if (!waiting?.code) return null
  const { code } = waiting
  // The clock is up to a second behind.
  const left = Math.max(0, code.expiresAt - now.value - 1000) / 1000
  return (
    <Card title={m.title}>
      <p>
        {m.sent} <span class="soft">{m.from(code.username)}</span>
      </p>
      <Form submit={m.submit} busy={m.busy} act={() => verify(fields, { ...waiting, code })}>
        <Field
          fields={fields}
          name="code"
          label={m.label}
          autocomplete="one-time-code"
          inputMode="numeric"
          class="code"
          hint={left > 0 ? m.left(inWords(messages, left)) : m.over}
        />
      </Form>
      <Resend waiting={{ ...waiting, code }} />
      <ul class="ways">
        <li>
          <PageLink page="signIn">{messages.back}</PageLink>
        </li>
      </ul>
    </Card>
  )
}

/** Takes the values from a sign-in page on another site. */
function takeHandOver(): void {
  const { sessionToken, username } = addressParameters.peek()
  if (!sessionToken || !username) return
  pendingLogin.value = { sessionToken, code: { username, expiresAt: Date.now() + 5 * 60_000 } }
}

async function verify(
  fields: Fields<'code'>,
  waiting: LoginAwaitingCode,
): Promise<string | undefined> {
  const digits = digitsOf(fields.values.value.code)
  if (!isCode(digits)) {
    fields.mark({ code: m.format })
    return undefined
  }
  const answer = await service.verifyOtp({
    username: waiting.code.username,
    otp_code: digits,
    session_token: waiting.sessionToken,
  })
  if (!answer.ok) return sentenceOf(messages, answer.error)
  proceed(answer.value)
  return undefined
}

function Resend({ waiting }: { readonly waiting: LoginAwaitingCode }) {
  const status = useSignal('')
  const isBusy = useSignal(false)
  const send = async () => {
    if (isBusy.peek()) return
    isBusy.value = true
    status.value = m.resending
    const answer = await resend(waiting)
    isBusy.value = false
    if (answer.ok) {
      status.value = m.resent
      // If codes were switched off meanwhile, choosing the organization enters it.
      if (!('requires_otp' in answer.value)) return proceed(answer.value)
      const { sessionToken, tenants, code } = waiting
      const { tenantId } = code
      const known = { sessionToken, ...(tenants && { tenants }), ...(tenantId && { tenantId }) }
      pendingLogin.value = waitForCode(answer.value, known)
    } else if (answer.error.code === 'session_token_invalid') {
      sessionEnding.value = 'expired'
      go('signIn', { replace: true })
    } else status.value = sentenceOf(messages, answer.error)
  }
  return (
    <div class="aside">
      <button type="button" class="quiet" aria-disabled={isBusy.value} onClick={() => void send()}>
        {m.resend}
      </button>
      <p class="soft" role="status">
        {status.value}
      </p>
    </div>
  )
}

/** Sends the live code again; if there is none any more, requests another one. */
async function resend({
  sessionToken,
  code: { tenantId },
}: LoginAwaitingCode): Promise<CallResult<LoginAnswer | OtpAnswer>> {
  const answer = await service.resendOtp(sessionToken)
  if (answer.ok || answer.error.code !== 'otp_invalid' || !tenantId) return answer
  return service.selectTenant(sessionToken, tenantId)
}
