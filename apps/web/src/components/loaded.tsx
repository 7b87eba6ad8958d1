import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { CallResult } from '../api/call.ts'
import { NotLoaded } from './not-loaded.tsx'
import { Placeholder } from './placeholder.tsx'

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
    return <Placeholder rows={rows} />
  }
  return <NotLoaded title={failed} error={outcome.error} onRetry={reload} />
}
