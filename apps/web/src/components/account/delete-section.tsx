import { useSignal } from '@preact/signals'
import { accountService } from '../../api/account-service.ts'
import type { Me } from '../../api/account-wire.ts'
import { account } from '../../messages/account.ts'
import { messages } from '../../messages/current-messages.ts'
import { fill } from '../../messages/fill.ts'
import { sentenceOf } from '../../messages/messages.ts'
import { askProtected } from '../../session/recent-login.ts'
import { dropEverywhere } from '../../session/session-store.ts'
import { AccountName } from '../account-name.tsx'
import { DialogForm } from '../dialog/dialog-form.tsx'
import { Consequence, Will } from '../dialog/will.tsx'
import { Field } from '../field.tsx'
import { useFields } from '../fields.ts'
import { Section } from '../settings/section.tsx'

const m = account.delete

/** Deletes one's own account. */
export function DeleteSection({ me }: { readonly me: Me }) {
  const isAsking = useSignal(false)
  const organization = me.tenant_name
  return (
    <div class="panel settings danger-zone">
      <Section id="delete" title={m.title} lead={fill(m.lead, { organization })}>
        <p>{m.hint}</p>
        <button
          type="button"
          class="quiet bad"
          onClick={() => {
            isAsking.value = true
          }}
        >
          {m.open}
        </button>
      </Section>
      {isAsking.value && (
        <DeleteDialog
          me={me}
          onClose={() => {
            isAsking.value = false
          }}
        />
      )}
    </div>
  )
}

function DeleteDialog({ me, onClose }: { readonly me: Me; readonly onClose: () => void }) {
  const fields = useFields({ password: '' }, 'delete')
  const title = fill(m.question, { organization: me.tenant_name })
  const remove = async () => {
    const { password } = fields.values.value
    if (fields.mark(password === '' ? { password: messages.required } : {})) return undefined
    const work = (token: string) => accountService.remove(token, password)
    const answer = await askProtected(work, { change: title })
    if (answer.ok) {
      dropEverywhere('deleted')
      return undefined
    }
    const { code } = answer.error
    if (code === 'last_administrator') return m.last
    const isWrong = code === 'invalid_credentials'
    if (isWrong) fields.mark({ password: account.email.wrong })
    return isWrong ? undefined : sentenceOf(messages, answer.error)
  }
  return (
    <DialogForm
      title={title}
      submit={m.submit}
      busy={m.busy}
      tone="danger"
      act={remove}
      onClose={onClose}
    >
      <p>
        <strong>{m.undone}</strong> {m.within}
      </p>
      <Will>
        <Consequence tone="bad">{m.sessions}</Consequence>
        <Consequence tone="bad">{m.keys}</Consequence>
        <Consequence>{m.audit}</Consequence>
      </Will>
      <AccountName email={me.email} />
      <Field
        fields={fields}
        name="password"
        label={account.email.password}
        type="password"
        autocomplete="current-password"
      />
    </DialogForm>
  )
}
