import { useEffect } from 'preact/hooks'
import type { CallResult } from '../api/call.ts'
import { service } from '../api/service.ts'
import type { LoginAnswer, OtpAnswer } from '../api/wire.ts'
import { now } from '../clock.ts'
import { Card } from '../components/card.tsx'
import { CodeField } from '../components/code-field.tsx'
import { type Fields, useFields } from '../components/fields.ts'
import { Form } from '../components/form.tsx'
import { PageLink } from '../components/page-link.tsx'
import { SendAgain, type SentAgain } from '../components/send-again.tsx'
import { Text } from '../components/text.tsx'
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
  const login = { ...waiting, code }
  return (
    <Card title={m.title}>
      <Lead login={login} />
      <Form submit={m.submit} busy={m.busy} act={() => verify(fields, login)}>
        <CodeField
          fields={fields}
          name="code"
          label={m.label}
          hint={left > 0 ? `${m.sixth} ${m.left(inWords(messages, left))}` : m.over}
        />
      </Form>
      <SendAgain
        label={m.resend}
        hint={m.spam}
        // An expired code can be replaced at once.
        from={left > 0 ? (code.againAt ?? 0) : 0}
        send={() => sendAgain(login)}
      />
      <ul class="ways">
        <li>
          <PageLink page="signIn" leave={giveUp}>
            {messages.back}
          </PageLink>
        </li>
      </ul>
    </Card>
  )
}

function Lead({ login: { address, tenants, code } }: { readonly login: LoginAwaitingCode }) {
  const tenant = tenants?.find(({ tenant_id: id }) => id === code.tenantId)
  const values = { email: address, username: code.username, organization: tenant?.tenant_name }
  return (
    <p>
      <Text of={address ? m.sentTo : m.sent} values={values} />{' '}
      <span class="soft">
        <Text of={tenant ? m.fromIn : m.from} values={values} />
      </span>
    </p>
  )
}

/** Leaves the login by the link; the back button keeps it, so that forward leads here again. */
function giveUp(next: () => void): void {
  next()
  pendingLogin.value = undefined
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
  if (answer.ok) {
    proceed(answer.value)
    return undefined
  }
  const sentence = sentenceOf(messages, answer.error)
  if (answer.error.code !== 'otp_invalid') return sentence
  fields.mark({ code: sentence })
  return undefined
}

async function sendAgain(waiting: LoginAwaitingCode): Promise<SentAgain> {
  const answer = await resend(waiting)
  if (answer.ok) {
    if ('requires_otp' in answer.value) {
      const { code, ...known } = waiting
      const { tenantId } = code
      pendingLogin.value = waitForCode(answer.value, { ...known, ...(tenantId && { tenantId }) })
      return { told: m.resent, after: answer.value.resend_after }
    }
    // If codes were switched off meanwhile, choosing the organization enters it.
    proceed(answer.value)
  } else if (answer.error.code === 'session_token_invalid') {
    sessionEnding.value = 'expired'
    go('signIn', { replace: true })
  } else {
    return { told: sentenceOf(messages, answer.error), after: answer.error.retryAfter }
  }
  return { told: '' }
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
