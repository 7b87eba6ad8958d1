import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { ApiError, CallResult } from '../../api/call.ts'
import { messages } from '../../messages/current-messages.ts'
import { mailLinks } from '../../messages/mail-links.ts'
import { sentenceOf } from '../../messages/messages.ts'
import { Card } from '../card.tsx'
import { Placeholder } from '../placeholder.tsx'

/** Asks the service what a link is about, without any change. */
export function LookUp<Value>({
  title,
  dead,
  look,
  onDead,
  children,
}: {
  /** The title while that is unknown. */
  readonly title: string
  /** Codes that mean that the link no longer works. */
  readonly dead: readonly string[]
  readonly look: () => Promise<CallResult<Value>>
  readonly onDead: () => void
  readonly children: (value: Value) => ComponentChildren
}) {
  const found = useSignal<{ readonly value: Value } | undefined>(undefined)
  const trouble = useSignal<ApiError | undefined>(undefined)
  const load = async () => {
    trouble.value = undefined
    const answer = await look()
    if (answer.ok) found.value = { value: answer.value }
    else if (dead.includes(answer.error.code)) onDead()
    else trouble.value = answer.error
  }
  useEffect(() => void load(), [])
  if (found.value) return <>{children(found.value.value)}</>
  if (!trouble.value) return <Looking title={title} />
  return (
    <Card title={mailLinks.failed} tone="bad">
      <p role="alert">{sentenceOf(messages, trouble.value)}</p>
      <button type="button" class="main" onClick={() => void load()}>
        {messages.retry}
      </button>
    </Card>
  )
}

function Looking({ title }: { readonly title: string }) {
  return (
    <Card title={title}>
      <Placeholder rows={2} />
    </Card>
  )
}
