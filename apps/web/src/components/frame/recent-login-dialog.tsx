import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { service } from '../../api/service.ts'
import { thisMinute } from '../../clock.ts'
import { config } from '../../config.ts'
import { digitsOf, isCode } from '../../flow/input-checks.ts'
import { type Proof, signInAnew } from '../../flow/sign-in-anew.ts'
import { messages } from '../../messages/current-messages.ts'
import { fill } from '../../messages/fill.ts'
import { frame } from '../../messages/frame.ts'
import { sentenceOf } from '../../messages/messages.ts'
import { relatively } from '../../messages/moments.ts'
import { language } from '../../messages/of-language.ts'
import { type MailedCode, type RecentLogin, recentLogin } from '../../session/recent-login.ts'
import type { Session } from '../../session/session.ts'
import { replaceSession } from '../../session/session-store.ts'
import { openShell } from '../../terminal/open-shell.ts'
import { AccountName } from '../account-name.tsx'
import { CodeField } from '../code-field.tsx'
import { DialogForm } from '../dialog/dialog-form.tsx'
import { Field } from '../field.tsx'
import { useFields } from '../fields.ts'

const m = frame.recent

/** Asks for the password, and for a code where needed, over the current page. */
export function RecentLoginDialog({ mine }: { readonly mine: Session }) {
  const request = recentLogin.value
  return request ? <Prove mine={mine} request={request} /> : null
}

function Prove({ mine, request }: { readonly mine: Session; readonly request: RecentLogin }) {
  const fields = useFields({ password: '', code: '' }, 'again')
  const wanted = useSignal(request.code)
  const { claims } = mine
  // The session may end while the dialog is open.
  useEffect(() => () => recentLogin.peek()?.onDone(false), [])

  const finish = async (proof: Proof): Promise<string | undefined> => {
    if (proof.kind === 'refused') {
      const isWrong = proof.error.code === 'invalid_credentials'
      if (isWrong) fields.mark({ password: m.wrong })
      return isWrong ? undefined : sentenceOf(messages, proof.error)
    }
    if (proof.kind === 'code') {
      wanted.value = proof
      return undefined
    }
    void replaceSession(proof.answer, openShell.peek() !== undefined)
    request.onDone(true)
    return undefined
  }
  const provePassword = async () => {
    const { password } = fields.values.value
    if (fields.mark(password === '' ? { password: messages.required } : {})) return undefined
    return finish(await signInAnew(service, claims, password))
  }
  const proveCode = async ({ username, sessionToken }: MailedCode) => {
    const digits = digitsOf(fields.values.value.code)
    if (fields.mark(isCode(digits) ? {} : { code: m.format })) return undefined
    const body = { username, otp_code: digits, session_token: sessionToken }
    const answer = await service.verifyOtp(body)
    if (!answer.ok) return sentenceOf(messages, answer.error)
    return finish({ kind: 'proven', answer: answer.value })
  }

  return (
    <DialogForm
      // A new key makes a new form, whose field takes the focus.
      key={wanted.value ? 'code' : 'password'}
      title={request.wanted ? m.title : m.stayTitle}
      submit={m.submit}
      busy={m.busy}
      act={() => (wanted.value ? proveCode(wanted.value) : provePassword())}
      onClose={() => request.onDone(false)}
    >
      <Why mine={mine} request={request} />
      <AccountName email={claims.email} />
      {wanted.value ? (
        <CodeField
          fields={fields}
          name="code"
          label={fill(m.code, { email: claims.email })}
          hint={m.codeHint}
        />
      ) : (
        <Field
          fields={fields}
          name="password"
          label={fill(m.password, { email: claims.email })}
          hint={m.next}
          type="password"
          autocomplete="current-password"
        />
      )}
    </DialogForm>
  )
}

function Why({ mine, request }: { readonly mine: Session; readonly request: RecentLogin }) {
  const [provider] = config.providers
  const telling = { language, now: thisMinute.value }
  const { wanted } = request
  if (!wanted) {
    return (
      <p>
        {m.stayLead} {openShell.value !== undefined && m.stayShell}
      </p>
    )
  }
  return (
    <>
      <p>
        {wanted.lead ?? fill(m.lead, { ago: relatively(mine.claims.authTime * 1000, telling) })}
      </p>
      <dl class="facts">
        <dt>{m.change}</dt>
        <dd>{wanted.change}</dd>
        {wanted.isTold && (
          <>
            <dt>{m.told}</dt>
            <dd>{m.administrators}</dd>
          </>
        )}
      </dl>
      {provider && !request.code && (
        <p class="soft small">{fill(m.provider, { provider: provider.name })}</p>
      )}
    </>
  )
}
