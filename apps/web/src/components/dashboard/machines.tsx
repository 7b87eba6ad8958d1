import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { CallResult } from '../../api/call.ts'
import { service } from '../../api/service.ts'
import type { Machine } from '../../api/wire.ts'
import { go } from '../../flow/router.ts'
import { wantNewKey } from '../../flow/wanted-key.ts'
import { messages } from '../../messages/current-messages.ts'
import { sentenceOf } from '../../messages/messages.ts'
import { ask } from '../../session/session-store.ts'
import { noteMachines, takeLeft } from '../../terminal/known-machines.ts'
import { Breakable } from '../breakable.tsx'
import { Placeholder } from '../placeholder.tsx'

const m = messages.machines

/** The machines of the organization, from the backend. */
export function Machines({ onOpen }: { readonly onOpen: (machine: Machine) => void }) {
  const found = useSignal<CallResult<readonly Machine[]> | undefined>(undefined)
  const load = async () => {
    found.value = undefined
    const answer = await ask(service.machines)
    if (answer.ok) noteMachines(answer.value)
    found.value = answer
  }
  useEffect(() => void load(), [])
  return (
    <section class="panel list" aria-label={m.title} aria-busy={!found.value}>
      <Found found={found.value} onOpen={onOpen} onReload={() => void load()} />
    </section>
  )
}

interface FoundProps {
  readonly found: CallResult<readonly Machine[]> | undefined
  readonly onOpen: (machine: Machine) => void
  readonly onReload: () => void
}

function Found({ found, onOpen, onReload }: FoundProps) {
  if (!found) return <Placeholder rows={2} />
  if (!found.ok) {
    return (
      <div class="empty" role="alert">
        <h2>{m.failed}</h2>
        <p>{sentenceOf(messages, found.error)}</p>
        <p class="row">
          <Reload onReload={onReload} />
        </p>
      </div>
    )
  }
  if (found.value.length === 0) return <None onReload={onReload} />
  return (
    <>
      <ReturnFocus />
      <ul class="machines">
        {found.value.map((machine) => (
          <Row key={machine.id} machine={machine} onOpen={onOpen} />
        ))}
      </ul>
      <div class="more">
        <p>{m.count(found.value.length)}</p>
        <Reload onReload={onReload} />
      </div>
    </>
  )
}

function None({ onReload }: Pick<FoundProps, 'onReload'>) {
  const makeKey = () => {
    wantNewKey()
    go('account')
  }
  return (
    <div class="empty" role="status">
      <h2>{m.none}</h2>
      <p>{m.noneNext}</p>
      <p class="row">
        <button type="button" class="main" onClick={makeKey}>
          {m.makeKey}
        </button>
        <Reload onReload={onReload} />
      </p>
    </div>
  )
}

function Reload({ onReload }: Pick<FoundProps, 'onReload'>) {
  return (
    <button type="button" class="quiet" onClick={onReload}>
      {m.reload}
    </button>
  )
}

function Row({ machine, onOpen }: { readonly machine: Machine } & Pick<FoundProps, 'onOpen'>) {
  const { id, name, os, status } = machine
  const isOffline = status === 'offline'
  return (
    <li class={isOffline ? 'off' : ''}>
      <span class="tile" aria-hidden="true">
        &gt;_
      </span>
      <p>
        <span class="machine">
          <Breakable text={name} />
        </span>
        <span class="sub">{os}</span>
      </p>
      {status && (
        <span class={`state ${status === 'online' ? status : ''}`}>
          {m.status[status] ?? status}
        </span>
      )}
      {isOffline ? (
        <p class="why">{m.offline}</p>
      ) : (
        <button type="button" class="quiet" data-machine={id} onClick={() => onOpen(machine)}>
          {m.openShort}
          <span class="unseen"> {m.on(name)}</span>
        </button>
      )}
    </li>
  )
}

/** Gives the focus back to the button of the terminal that was left, unless the person is elsewhere by now. */
function ReturnFocus() {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const id = takeLeft()
    const isElsewhere = document.activeElement?.closest('button, a, input') !== null
    if (id === undefined || (document.activeElement && isElsewhere)) return
    const buttons = mark.current?.parentElement?.querySelectorAll<HTMLElement>('[data-machine]')
    const button = [...(buttons ?? [])].find(({ dataset }) => dataset.machine === id)
    button?.focus()
  }, [])
  return <span ref={mark} hidden />
}
