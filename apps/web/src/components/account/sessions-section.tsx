import { useSignal } from '@preact/signals'
import { accountService } from '../../api/account-service.ts'
import type { SessionEntry } from '../../api/account-wire.ts'
import { service } from '../../api/service.ts'
import type { ListAnswer } from '../../api/wire.ts'
import { thisMinute } from '../../clock.ts'
import { deviceName } from '../../flow/device.ts'
import { account } from '../../messages/account.ts'
import { messages } from '../../messages/current-messages.ts'
import { fill } from '../../messages/fill.ts'
import { frame } from '../../messages/frame.ts'
import { sentenceOf } from '../../messages/messages.ts'
import { dayAndTime, relatively } from '../../messages/moments.ts'
import { language } from '../../messages/of-language.ts'
import { ask } from '../../session/session-store.ts'
import { DialogForm } from '../dialog/dialog-form.tsx'
import { Consequence, Will } from '../dialog/will.tsx'
import { focusSoon } from '../focus-soon.ts'
import { tell } from '../frame/toast.ts'
import { Loaded, type Loading } from '../loaded.tsx'
import { Section } from '../settings/section.tsx'

const m = account.sessions

type Sessions = Loading<ListAnswer<SessionEntry>>

/** The sessions of the person. */
export function SessionsSection({ loading }: { readonly loading: Sessions }) {
  return (
    <div class="panel settings">
      <Section id="sessions" title={m.title} lead={m.lead}>
        <Loaded loading={loading} failed={m.failed} rows={2}>
          {({ items }) => <List items={items} loading={loading} />}
        </Loaded>
      </Section>
    </div>
  )
}

function List({
  items,
  loading,
}: {
  readonly items: readonly SessionEntry[]
  readonly loading: Sessions
}) {
  const isAsking = useSignal(false)
  const others = items.filter(({ current }) => !current)
  const inOrder = [...items.filter(({ current }) => current), ...others]
  const keep = (kept: readonly SessionEntry[]) => loading.set({ items: kept, next_cursor: null })
  const end = async (entry: SessionEntry) => {
    const answer = await ask((token) => service.endSession(token, entry.id))
    if (!answer.ok && answer.error.code !== 'not_found') {
      return tell(sentenceOf(messages, answer.error))
    }
    keep(items.filter(({ id }) => id !== entry.id))
    focusSoon('#sessions')
    tell(fill(m.ended, { device: nameOf(entry) }))
  }
  return (
    <>
      <ul class="lines">
        {inOrder.map((entry) => (
          <Line key={entry.id} entry={entry} onEnd={() => void end(entry)} />
        ))}
      </ul>
      {others.length > 0 && (
        <p class="later">
          <button
            type="button"
            class="quiet bad"
            onClick={() => {
              isAsking.value = true
            }}
          >
            {others.length === 1 ? m.endOther : fill(m.endOthers, { n: String(others.length) })}
          </button>
        </p>
      )}
      {isAsking.value && (
        <EndOthersDialog
          onDone={() => keep(items.filter(({ current }) => current))}
          onClose={() => {
            isAsking.value = false
          }}
        />
      )}
    </>
  )
}

function Line({ entry, onEnd }: { readonly entry: SessionEntry; readonly onEnd: () => void }) {
  const telling = { language, now: thisMinute.value }
  const device = nameOf(entry)
  const facts = [
    entry.network,
    fill(m.since, { day: dayAndTime(Date.parse(entry.created_at), telling) }),
    fill(m.used, { when: relatively(Date.parse(entry.last_seen_at), telling) }),
  ]
  return (
    <li>
      <p>
        <strong>{device}</strong> {entry.current && <span class="tag good">{m.here}</span>}
        <span class="sub">{facts.join(' · ')}</span>
      </p>
      {!entry.current && (
        <button type="button" class="quiet" onClick={onEnd}>
          {m.end}
          <span class="unseen"> {fill(m.of, { device })}</span>
        </button>
      )}
    </li>
  )
}

function EndOthersDialog({
  onDone,
  onClose,
}: {
  readonly onDone: () => void
  readonly onClose: () => void
}) {
  const end = async () => {
    const answer = await ask(accountService.endOtherSessions)
    if (!answer.ok) return sentenceOf(messages, answer.error)
    onClose()
    onDone()
    tell(m.done)
    return undefined
  }
  return (
    <DialogForm
      title={m.question}
      submit={m.submit}
      busy={m.busy}
      tone="danger"
      act={end}
      onClose={onClose}
    >
      <Will>
        <Consequence>{m.consequence}</Consequence>
        <Consequence>{m.terminals}</Consequence>
        <Consequence tone="good">{m.keys}</Consequence>
      </Will>
    </DialogForm>
  )
}

function nameOf({ client, user_agent: userAgent }: SessionEntry): string {
  return deviceName(frame.devices, { client, ...(userAgent && { userAgent }) })
}
