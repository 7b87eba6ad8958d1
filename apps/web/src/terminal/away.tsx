import { useLayoutEffect, useRef } from 'preact/hooks'
import { messages } from '../messages/current-messages.ts'
import { fill } from '../messages/fill.ts'
import { terminal as m } from '../messages/terminal.ts'
import type { TerminalState } from './terminal-connection.ts'

/** Why there is nothing to see. */
export interface AwayProps {
  /** The state of the connection. */
  readonly state: TerminalState
  /** A sentence on the cause, where one is known. */
  readonly why: string | undefined
  /** The name of the machine. */
  readonly name: string
  /** The organization of the person. */
  readonly organization: string
  /** Called to connect at once. */
  readonly onRetry: () => void
  /** Called to go back to the list. */
  readonly onClose: () => void
}

/** In place of a terminal that has never opened: why, and what to do. */
export function Away({ state, why, name, organization, onRetry, onClose }: AwayProps) {
  const first = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => first.current?.focus(), [])
  const [title, text] = textsOf(state, why, { machine: name, organization })
  const isUnknown = state === 'unknown'
  return (
    <div class="away">
      <div role="status">
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <p class="row">
        {!isUnknown && (
          <button type="button" class="main" ref={first} onClick={onRetry}>
            {state === 'offline' ? m.lookNow : messages.retry}
          </button>
        )}
        <button type="button" class="quiet" ref={isUnknown ? first : null} onClick={onClose}>
          {m.back}
        </button>
      </p>
    </div>
  )
}

function textsOf(
  state: TerminalState,
  why: string | undefined,
  values: Readonly<Record<string, string>>,
): readonly [string, string] {
  if (state === 'offline') return [fill(m.offlineTitle, values), m.offlineNext]
  if (state === 'unknown') return [fill(m.unknownTitle, values), fill(m.unknownNext, values)]
  return [fill(m.failedTitle, values), why ?? m.notOpened]
}
