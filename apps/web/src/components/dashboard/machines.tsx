import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { CallResult } from '../../api/call.ts'
import { service } from '../../api/service.ts'
import type { Machine } from '../../api/wire.ts'
import { messages } from '../../messages/current-messages.ts'
import { sentenceOf } from '../../messages/messages.ts'
import { drop, session } from '../../session/session-store.ts'

const m = messages.machines

/** The machines of the organization, from the backend. */
export function Machines({ onOpen }: { readonly onOpen: (machine: Machine) => void }) {
  const result = useSignal<CallResult<readonly Machine[]> | undefined>(undefined)
  const load = async () => {
    result.value = undefined
    const token = session.peek()?.token ?? ''
    const answer = await service.machines(token)
    // Meanwhile the token may have been renewed: then the session is not over.
    const isOver = !answer.ok && ['token_invalid', 'token_expired'].includes(answer.error.code)
    if (isOver && session.peek()?.token === token) drop('ended')
    result.value = answer
  }
  useEffect(() => void load(), [])
  return (
    <section class="panel" aria-labelledby="machines-title" aria-busy={!result.value}>
      <div class="row between">
        <h2 id="machines-title">{m.title}</h2>
        <button type="button" class="quiet" onClick={() => void load()}>
          {m.reload}
        </button>
      </div>
      <MachineList result={result.value} onOpen={onOpen} />
    </section>
  )
}

function MachineList({
  result,
  onOpen,
}: {
  readonly result: CallResult<readonly Machine[]> | undefined
  readonly onOpen: (machine: Machine) => void
}) {
  if (!result) {
    return (
      <div class="placeholder" role="status">
        <span class="unseen">{messages.loading}</span>
        <div />
        <div />
      </div>
    )
  }
  if (!result.ok) {
    return (
      <p class="status trouble" role="alert">
        {sentenceOf(messages, result.error)}
      </p>
    )
  }
  if (result.value.length === 0) {
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
      {result.value.map((machine) => (
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
