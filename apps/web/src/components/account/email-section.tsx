import { useSignal } from '@preact/signals'
import { accountService } from '../../api/account-service.ts'
import { now } from '../../clock.ts'
import { isEmail } from '../../flow/input-checks.ts'
import { account } from '../../messages/account.ts'
import { messages } from '../../messages/current-messages.ts'
import { fill } from '../../messages/fill.ts'
import { fieldSentences, sentenceOf } from '../../messages/messages.ts'
import { countdown } from '../../messages/moments.ts'
import { ask } from '../../session/session-store.ts'
import { DialogForm } from '../dialog/dialog-form.tsx'
import { Field } from '../field.tsx'
import { useFields } from '../fields.ts'
import { tell } from '../frame/toast.ts'
import { Section } from '../settings/section.tsx'
import { Text } from '../text.tsx'
import type { MySectionProps } from './my-section.ts'

const m = account.email

/** The address, whether it is confirmed, and a new address that waits for its confirmation. */
export function EmailSection({ me, onChanged }: MySectionProps) {
  const isChanging = useSignal(false)
  const { pending_email: waiting } = me
  return (
    <Section id="email" title={m.title} lead={m.lead}>
      <p>
        <strong>{me.email}</strong>{' '}
        <span class={`tag ${me.email_verified ? 'good' : 'bad'}`}>
          {me.email_verified ? m.confirmed : m.unconfirmed}
        </span>
      </p>
      {waiting && (
        <div class="notice">
          <p>
            <Text of={m.waiting} values={{ email: waiting }} />
          </p>
          <Resend email={waiting} />
        </div>
      )}
      {!waiting && !me.email_verified && <Resend email={me.email} />}
      <p class="later">
        <button
          type="button"
          class="quiet"
          onClick={() => {
            isChanging.value = true
          }}
        >
          {m.change}
        </button>
      </p>
      {isChanging.value && (
        <ChangeEmailDialog
          me={me}
          onChanged={onChanged}
          onClose={() => {
            isChanging.value = false
          }}
        />
      )}
    </Section>
  )
}

/** Requests the mail again, as soon as the service allows it. */
function Resend({ email }: { readonly email: string }) {
  const pause = useSignal({ from: 0, to: 0 })
  const told = useSignal('')
  // The clock is up to a second behind.
  const left = (pause.value.to - Math.max(now.value, pause.value.from)) / 1000
  const isWaiting = left > 0
  const send = async () => {
    if (pause.peek().to > Date.now()) return
    const answer = await ask(accountService.resendVerification)
    const seconds = answer.ok ? answer.value.resend_after : answer.error.retryAfter
    const from = Date.now()
    pause.value = { from, to: from + (seconds ?? 0) * 1000 }
    told.value = answer.ok ? fill(m.sent, { email }) : sentenceOf(messages, answer.error)
  }
  return (
    <p class="row">
      <button type="button" class="quiet num" aria-disabled={isWaiting} onClick={() => void send()}>
        {isWaiting ? fill(m.sendIn, { time: countdown(left) }) : m.send}
      </button>
      <span class="soft small" role="status">
        {told.value === '' ? m.spam : told.value}
      </span>
    </p>
  )
}

function ChangeEmailDialog({
  me,
  onChanged,
  onClose,
}: MySectionProps & { readonly onClose: () => void }) {
  const fields = useFields({ email: '', current_password: '' }, 'email')
  const change = async () => {
    const { email, current_password: password } = fields.values.value
    const wanted = email.trim()
    const isSame = wanted.toLowerCase() === me.email.toLowerCase()
    const isMarked = fields.mark({
      ...(isSame && { email: m.same }),
      ...(!isEmail(wanted) && { email: messages.emailWanted }),
      ...(password === '' && { current_password: messages.required }),
    })
    if (isMarked) return undefined
    const body = { email: wanted, current_password: password }
    const answer = await ask((token) => accountService.changeEmail(token, body))
    if (answer.ok) {
      onClose()
      onChanged({ ...me, pending_email: wanted })
      tell(fill(m.sent, { email: wanted }))
      return undefined
    }
    const isWrong = answer.error.code === 'invalid_credentials'
    const marks = isWrong ? { current_password: m.wrong } : fieldSentences(messages, answer.error)
    return fields.mark(marks) ? undefined : sentenceOf(messages, answer.error)
  }
  return (
    <DialogForm
      title={m.changeTitle}
      submit={m.submit}
      busy={m.busy}
      act={change}
      onClose={onClose}
    >
      <input type="hidden" name="username" autocomplete="username" value={me.email} />
      <Field fields={fields} name="email" label={m.fresh} type="email" autocomplete="email" />
      <Field
        fields={fields}
        name="current_password"
        label={m.password}
        hint={m.hint}
        type="password"
        autocomplete="current-password"
      />
    </DialogForm>
  )
}
