import { useSignal } from '@preact/signals'
import { accountService } from '../../api/account-service.ts'
import { isEmail } from '../../flow/input-checks.ts'
import { account } from '../../messages/account.ts'
import { messages } from '../../messages/current-messages.ts'
import { fill } from '../../messages/fill.ts'
import { fieldSentences, sentenceOf } from '../../messages/messages.ts'
import { ask } from '../../session/session-store.ts'
import { AccountName } from '../account-name.tsx'
import { checks } from '../checks.ts'
import { ConfirmAgain } from '../confirm-again.tsx'
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
          <ConfirmAgain email={waiting} hint={messages.code.spam} />
        </div>
      )}
      {!waiting && !me.email_verified && (
        <ConfirmAgain email={me.email} hint={messages.code.spam} />
      )}
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
      <AccountName email={me.email} />
      <Field
        fields={fields}
        name="email"
        label={m.fresh}
        type="email"
        autocomplete="email"
        check={checks.email}
      />
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
