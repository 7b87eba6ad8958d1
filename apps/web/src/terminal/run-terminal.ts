import { service } from '../api/service.ts'
import { homeElsewhere } from '../flow/home-address.ts'
import { messages } from '../messages/current-messages.ts'
import { fill } from '../messages/fill.ts'
import { sentenceOf } from '../messages/messages.ts'
import { terminal as m } from '../messages/terminal.ts'
import { ask, renewNow, session } from '../session/session-store.ts'
import { noteMachines } from './known-machines.ts'
import { type Obstacle, obstacleOf } from './obstacle.ts'
import type { Xterm } from './open-xterm.ts'
import { letterSize } from './preferences.ts'
import {
  connectTerminal,
  type TerminalConnection,
  type TerminalState,
} from './terminal-connection.ts'
import type { HeldKeys } from './terminal-keys.ts'

/** A terminal of the page, which may still be loading. */
export interface RunningTerminal {
  /** The terminal and its connection; rejects if the code cannot be loaded. */
  readonly loaded: Promise<{ readonly xterm: Xterm; readonly connection: TerminalConnection }>
  /** Ends the connection, and removes the terminal. */
  readonly stop: () => void
}

/** What a terminal tells the page. */
export interface TerminalEvents {
  /** Called with each new state, and a sentence on its cause where one is known. */
  readonly onState: (state: TerminalState, why?: string) => void
  /** Called with each new size. */
  readonly onSize: (size: string) => void
  /** Called when the person leaves the terminal by keyboard. */
  readonly onLeave: () => void
  /** The modifiers that hold for the next key; they are used up by this call. */
  readonly takeHeld: () => HeldKeys
}

/** Opens a terminal on a machine in an element of the page. */
export function runTerminal(
  place: HTMLElement,
  machineId: string,
  { onState, onSize, onLeave, takeHeld }: TerminalEvents,
): RunningTerminal {
  let isStopped = false
  const load = async () => {
    const { openXterm } = await import('./open-xterm.ts')
    if (isStopped) throw new Error('the terminal was closed before it was loaded')
    const xterm = openXterm(place, letterSize.peek(), {
      onInput: (bytes) => connection.send(bytes),
      onResize(columns, rows) {
        onSize(`${columns} × ${rows}`)
        queueMicrotask(() => connection.resize(columns, rows))
      },
      onLeave,
      takeHeld,
    })
    const connection = connectTerminal({
      open: () => new WebSocket(socketAddress(machineId)),
      renewToken: renewNow,
      findObstacle: () => findObstacle(machineId),
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
function socketAddress(machineId: string): string {
  const url = new URL(`/api/terminal/${encodeURIComponent(machineId)}/ws`, location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.searchParams.set('token', session.peek()?.token ?? '')
  return url.href
}

async function findObstacle(machineId: string): Promise<Obstacle> {
  const found = await ask(service.machines)
  if (found.ok) noteMachines(found.value)
  const home = homeElsewhere()
  return obstacleOf(
    { machineId, found, isAtOwnAddress: home === undefined },
    {
      notOpened: m.notOpened,
      otherAddress: fill(m.otherAddress, { address: home ?? '' }),
      ofError: (error) => sentenceOf(messages, error),
    },
  )
}
