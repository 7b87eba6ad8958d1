import { useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { Machine } from '../api/wire.ts'
import { messages } from '../messages/current-messages.ts'
import { renewNow, session } from '../session/session-store.ts'
import { openShell } from './open-shell.ts'
import type { Xterm } from './open-xterm.ts'
import {
  connectTerminal,
  type TerminalConnection,
  type TerminalState,
} from './terminal-connection.ts'

const m = messages.terminal

const sentences: Readonly<Record<TerminalState, string>> = {
  connecting: m.connecting,
  open: m.open,
  reconnecting: m.reconnecting,
  reconnected: m.reconnected,
  ended: m.ended,
  refused: m.refused,
  failed: m.failed,
  too_big: m.tooBig,
}

/** States that only the person can leave. */
const over: readonly TerminalState[] = ['ended', 'failed', 'too_big']

/** States in which a program may run on the machine. */
const live: readonly TerminalState[] = ['open', 'reconnecting', 'reconnected']

interface TerminalPanelProps {
  readonly machine: Machine
  readonly onClose: () => void
}

/** A terminal on a machine, and the state of its connection. */
export function TerminalPanel({ machine, onClose }: TerminalPanelProps) {
  const state = useSignal<TerminalState>('connecting')
  const isMissing = useSignal(false)
  const isAloud = useSignal(false)
  const place = useRef<HTMLDivElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  const running = useRef<RunningTerminal | undefined>(undefined)

  const begin = () => {
    isMissing.value = false
    const events = {
      onState: (next: TerminalState) => {
        state.value = next
      },
      onLeave: () => close.current?.focus(),
    }
    const { current } = place
    if (current) running.current = run(current, machine.id, events)
    running.current?.loaded.catch(() => {
      isMissing.value = true
    })
  }
  useEffect(() => {
    begin()
    return () => running.current?.stop()
  }, [])

  useSignalEffect(() => {
    openShell.value = live.includes(state.value) ? machine.name : undefined
    return () => {
      openShell.value = undefined
    }
  })

  const tone = over.includes(state.value) || state.value === 'refused' ? 'trouble' : ''
  return (
    <section class="panel terminal" aria-labelledby="terminal-title">
      <div class="row between">
        <h2 id="terminal-title">{m.title(machine.name)}</h2>
        <p class="row">
          <button
            type="button"
            class="quiet"
            aria-pressed={isAloud.value}
            onClick={() => {
              isAloud.value = !isAloud.value
              void running.current?.loaded.then(({ xterm }) => xterm.readAloud(isAloud.value))
            }}
          >
            {m.screenReader}
          </button>
          <button type="button" class="quiet" ref={close} onClick={onClose}>
            {m.close}
          </button>
        </p>
      </div>
      <div class="screen" ref={place} data-state={state.value} />
      <div class="row between">
        <p class={`status ${tone}`} role="status">
          {isMissing.value ? m.loadFailed : sentences[state.value]}
        </p>
        {isMissing.value && (
          <button type="button" class="quiet" onClick={begin}>
            {messages.retry}
          </button>
        )}
        {over.includes(state.value) && (
          <button
            type="button"
            class="quiet"
            onClick={() =>
              void running.current?.loaded.then(({ connection }) => connection.restart())
            }
          >
            {m.again}
          </button>
        )}
      </div>
      <p class="hint">{m.keys}</p>
    </section>
  )
}

interface RunningTerminal {
  readonly loaded: Promise<{ readonly xterm: Xterm; readonly connection: TerminalConnection }>
  readonly stop: () => void
}

interface TerminalEvents {
  readonly onState: (state: TerminalState) => void
  readonly onLeave: () => void
}

function run(
  place: HTMLElement,
  machineId: string,
  { onState, onLeave }: TerminalEvents,
): RunningTerminal {
  let isStopped = false
  const load = async () => {
    const { openXterm } = await import('./open-xterm.ts')
    if (isStopped) throw new Error('the terminal was closed before it was loaded')
    const xterm = openXterm(place, {
      onInput: (bytes) => connection.send(bytes),
      onResize: (columns, rows) => queueMicrotask(() => connection.resize(columns, rows)),
      onLeave,
    })
    const connection = connectTerminal({
      open: () => new WebSocket(addressOf(machineId)),
      renewToken: renewNow,
      onBytes: (bytes) => xterm.write(bytes),
      onState,
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    })
    xterm.focus()
    return { xterm, connection }
  }
  const loaded = load()
  return {
    loaded,
    stop() {
      isStopped = true
      loaded.then(
        ({ xterm, connection }) => {
          connection.close()
          xterm.dispose()
        },
        () => undefined,
      )
    },
  }
}

/** Browsers cannot send a header with a WebSocket, so the token is in the address (T-75). */
function addressOf(machineId: string): string {
  const url = new URL(`/api/terminal/${encodeURIComponent(machineId)}/ws`, location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.searchParams.set('token', session.peek()?.token ?? '')
  return url.href
}
