import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { CallResult } from '../api/call.ts'
import { messages } from '../messages/current-messages.ts'
import { sentenceOf } from '../messages/messages.ts'

/** What a page gets from the service. */
export interface Loading<Value> {
  /** Nothing while it is under way for the first time. */
  readonly answer: Signal<CallResult<Value> | undefined>
  /** Loads anew; what is shown stays until the answer is there. */
  reload(): void
  /** Takes a newer value without loading it. */
  set(value: Value): void
}

/** Loads something when the page appears. */
export function useLoading<Value>(load: () => Promise<CallResult<Value>>): Loading<Value> {
  const answer = useSignal<CallResult<Value> | undefined>(undefined)
  const reload = () =>
    void load().then((outcome) => {
      answer.value = outcome
    })
  useEffect(reload, [])
  return {
    answer,
    reload,
    set: (value) => {
      answer.value = { ok: true, value }
    },
  }
}

/** Shows what was loaded, a place for it before, or why it could not be. */
export function Loaded<Value>({
  loading: { answer, reload },
  failed,
  rows,
  children,
}: {
  readonly loading: Loading<Value>
  /** The heading when it did not work. */
  readonly failed: string
  /** How many lines stand in its place meanwhile. */
  readonly rows: number
  readonly children: (value: Value) => ComponentChildren
}) {
  const { value: outcome } = answer
  if (outcome?.ok) return <>{children(outcome.value)}</>
  if (!outcome) {
    return (
      <div class="placeholder" role="status">
        <span class="unseen">{messages.loading}</span>
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} />
        ))}
      </div>
    )
  }
  return (
    <div class="empty" role="alert">
      <h2>{failed}</h2>
      <p>{sentenceOf(messages, outcome.error)}</p>
      <p class="row">
        <button type="button" class="quiet" onClick={reload}>
          {messages.retry}
        </button>
      </p>
    </div>
  )
}
