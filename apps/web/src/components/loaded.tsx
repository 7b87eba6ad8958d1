import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { CallResult } from '../api/call.ts'
import { NotLoaded } from './not-loaded.tsx'
import { Placeholder } from './placeholder.tsx'

/** Data that a page loads from the service. */
export interface Loading<Value> {
  /** The answer; `undefined` while it is loaded for the first time. */
  readonly answer: Signal<CallResult<Value> | undefined>
  /** Loads again; the old data stays visible until the answer arrives. */
  reload(): void
  /** Sets a newer value without loading it. */
  set(value: Value): void
}

/** Loads data when the page appears. */
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

/** Shows the loaded data, a placeholder before, or the reason of a failure. */
export function Loaded<Value>({
  loading: { answer, reload },
  failed,
  rows,
  children,
}: {
  readonly loading: Loading<Value>
  /** The heading after a failure. */
  readonly failed: string
  /** The number of lines of the placeholder. */
  readonly rows: number
  readonly children: (value: Value) => ComponentChildren
}) {
  const { value: outcome } = answer
  if (outcome?.ok) return <>{children(outcome.value)}</>
  if (!outcome) {
    return <Placeholder rows={rows} />
  }
  return <NotLoaded title={failed} error={outcome.error} onRetry={reload} />
}
