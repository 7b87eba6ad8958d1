import { useEffect, useRef } from 'preact/hooks'
import { account } from '../../messages/account.ts'
import { fill } from '../../messages/fill.ts'
import { apiKey } from '../../session/session-store.ts'
import { CopyButton } from '../copy-button.tsx'
import { focusSoon } from '../focus-soon.ts'

const m = account.keys

/** A new key. */
export interface MadeKey {
  /** The name of the key. */
  readonly name: string
  /** The key itself. Secret. */
  readonly key: string
}

/** Shows a new key this once. The focus goes to the button that copies it. */
export function MadeKeyNotice({
  made,
  onStored,
}: {
  readonly made: MadeKey
  readonly onStored: () => void
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The command for an agent below uses this key too.
    apiKey.value = made.key
    box.current?.querySelector('button')?.focus()
  }, [made.key])
  return (
    <div class="wide notice good" ref={box}>
      <h3>{fill(m.onceTitle, { name: made.name })}</h3>
      <p>{m.onceLead}</p>
      <p class="secret">
        <code>{made.key}</code>
      </p>
      <p class="row">
        <CopyButton look="main" name={m.copy} text={() => made.key} />
        <button
          type="button"
          class="quiet"
          onClick={() => {
            onStored()
            focusSoon('#keys')
          }}
        >
          {m.stored}
        </button>
      </p>
    </div>
  )
}
