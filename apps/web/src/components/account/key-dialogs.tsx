import { useSignal } from '@preact/signals'
import { accountService } from '../../api/account-service.ts'
import type { ApiKeyEntry, NewApiKey } from '../../api/account-wire.ts'
import type { CallResult } from '../../api/call.ts'
import { account } from '../../messages/account.ts'
import { messages } from '../../messages/current-messages.ts'
import { fill } from '../../messages/fill.ts'
import { fieldSentences, sentenceOf } from '../../messages/messages.ts'
import { askProtected } from '../../session/recent-login.ts'
import { DialogForm } from '../dialog/dialog-form.tsx'
import { Consequence, Will } from '../dialog/will.tsx'
import { Field } from '../field.tsx'
import { useFields } from '../fields.ts'
import { focusSoon } from '../focus-soon.ts'
import { tell } from '../frame/toast.ts'
import type { MadeKey } from './made-key-notice.tsx'

const m = account.keys

interface MakingProps {
  readonly onMade: (made: MadeKey) => void
  readonly onClose: () => void
}

/** The name of a key; the first key has none of its own. */
export function nameOfKey({ id, name }: ApiKeyEntry): string {
  if (id === 'first' || name === '') return m.first
  // A rotated first key still works for a while, under the name that the service gives it.
  return name === 'first' ? m.firstBefore : name
}

/** The choices of a lifetime in days; without a number the key does not expire. */
const lives = [
  ['30', fill(m.inDays, { n: '30' })],
  ['90', fill(m.inDays, { n: '90' })],
  ['365', m.inYear],
  ['', m.neverEnds],
] as const

/** Creates a further key. */
export function NewKeyDialog({ onMade, onClose }: MakingProps) {
  const fields = useFields({ name: '' }, 'key')
  const days = useSignal('90')
  const make = async () => {
    const name = fields.values.value.name.trim()
    if (fields.mark(name === '' ? { name: messages.required } : {})) return undefined
    const body = { name, ...(days.value !== '' && { expires_in_days: Number(days.value) }) }
    const work = (token: string) => accountService.createKey(token, body)
    const answer = await askProtected(work, { change: `${m.newTitle}: ${name}` })
    if (!answer.ok && fields.mark(fieldSentences(messages, answer.error))) return undefined
    return finish(answer, name, onMade)
  }
  return (
    <DialogForm title={m.newTitle} submit={m.submit} busy={m.busy} act={make} onClose={onClose}>
      <Field fields={fields} name="name" label={m.name} hint={m.nameHint} autocomplete="off" />
      <div class="field">
        <label for="key-ends">{m.ends}</label>
        <select
          id="key-ends"
          value={days.value}
          onChange={({ currentTarget }) => {
            days.value = currentTarget.value
          }}
        >
          {lives.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </DialogForm>
  )
}

const overlaps = [
  ['0', m.overlapNone],
  ['24', m.overlapDay],
  ['168', m.overlapWeek],
] as const

/** Replaces a key by a new one. */
export function RotateKeyDialog({
  entry,
  onMade,
  onClose,
}: MakingProps & { readonly entry: ApiKeyEntry }) {
  const name = nameOfKey(entry)
  const hours = useSignal('24')
  const title = fill(m.rotateTitle, { name })
  const rotate = async () => {
    const work = (token: string) => accountService.rotateKey(token, entry.id, Number(hours.value))
    return finish(await askProtected(work, { change: title }), name, onMade)
  }
  return (
    <DialogForm title={title} submit={m.rotateSubmit} busy={m.busy} act={rotate} onClose={onClose}>
      <p>{m.rotateLead}</p>
      <div class="field">
        <label for="overlap">{m.overlap}</label>
        <select
          id="overlap"
          value={hours.value}
          onChange={({ currentTarget }) => {
            hours.value = currentTarget.value
          }}
        >
          {overlaps.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
    </DialogForm>
  )
}

/** Asks before a key is revoked. */
export function RevokeKeyDialog({
  entry,
  onRevoked,
  onClose,
}: {
  readonly entry: ApiKeyEntry
  readonly onRevoked: () => void
  readonly onClose: () => void
}) {
  const name = nameOfKey(entry)
  const title = fill(m.revokeTitle, { name })
  const revoke = async () => {
    const work = (token: string) => accountService.revokeKey(token, entry.id)
    const answer = await askProtected(work, { change: title })
    if (!answer.ok) return sentenceOf(messages, answer.error)
    onClose()
    onRevoked()
    focusSoon('#keys')
    tell(fill(m.revoked, { name }))
    return undefined
  }
  return (
    <DialogForm
      title={title}
      submit={m.revokeSubmit}
      busy={m.revokeBusy}
      tone="danger"
      act={revoke}
      onClose={onClose}
    >
      <Will>
        <Consequence tone="bad">{m.revokeNow}</Consequence>
        <Consequence tone="bad">{m.revokeAgents}</Consequence>
      </Will>
      <p class="soft small">{m.revokeInstead}</p>
    </DialogForm>
  )
}

function finish(
  answer: CallResult<NewApiKey>,
  name: string,
  onMade: MakingProps['onMade'],
): string | undefined {
  if (!answer.ok) return sentenceOf(messages, answer.error)
  onMade({ name, key: answer.value.key })
  return undefined
}
