import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Outcome } from '../../api/call.ts'
import { service } from '../../api/service.ts'
import type { Machine } from '../../api/wire.ts'
import { messages } from '../../messages/current-messages.ts'
import { sentenceOf } from '../../messages/messages.ts'
import { drop, session } from '../../session/session-store.ts'

const m = messages.machines

/** The machines of the organization, from the backend. */
export function Machines({ onOpen }: { readonly onOpen: (machine: Machine) => void }) {
  const found = useSignal<Outcome<readonly Machine[]> | undefined>(undefined)
  const load = async () => {
    found.value = undefined
    const token = session.peek()?.token ?? ''
    const answer = await service.machines(token)
    // The token of now may be another one, which is worth a look before the session is given up.
    const isOver = !answer.ok && ['token_invalid', 'token_expired'].includes(answer.apiError.code)
    if (isOver && session.peek()?.token === token) drop('ended')
    found.value = answer
  }
  useEffect(() => void load(), [])
  return (
    <section class="panel" aria-labelledby="machines-title" aria-busy={!found.value}>
      <div class="row between">
        <h2 id="machines-title">{m.title}</h2>
        <button type="button" class="quiet" onClick={() => void load()}>
          {m.reload}
        </button>
      </div>
      <Found found={found.value} onOpen={onOpen} />
    </section>
  )
}

function Found({
  found,
  onOpen,
}: {
  readonly found: Outcome<readonly Machine[]> | undefined
  readonly onOpen: (machine: Machine) => void
}) {
  if (!found) {
    return (
      <div class="placeholder" role="status">
        <span class="unseen">{messages.loading}</span>
        <div />
        <div />
      </div>
    )
  }
  if (!found.ok) {
    return (
      <p class="status trouble" role="alert">
        {sentenceOf(messages, found.apiError)}
      </p>
    )
  }
  if (found.value.length === 0) {
    return (
      <div class="empty" role="status">
        <p>
          <strong>{m.none}</strong>
        </p>
        <p class="soft">{m.noneNext}</p>
      </div>
    )
  }
  return (
    <ul class="machines">
      {found.value.map((machine) => (
        <Row key={machine.id} machine={machine} onOpen={onOpen} />
      ))}
    </ul>
  )
}

function Row({
  machine,
  onOpen,
}: {
  readonly machine: Machine
  readonly onOpen: (machine: Machine) => void
}) {
  const { name, os, status } = machine
  return (
    <li>
      <span class="icon" aria-hidden="true">
        &gt;_
      </span>
      <p>
        <strong>{name}</strong>
        <br />
        <span class="soft">
          {os}
          {status && (
            <span class={`tag ${status === 'online' ? 'good' : ''}`}>
              {m.status[status] ?? status}
            </span>
          )}
        </span>
      </p>
      <button type="button" class="main" aria-label={m.open(name)} onClick={() => onOpen(machine)}>
        {m.openShort}
      </button>
    </li>
  )
}
