import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { accountService } from '../../api/account-service.ts'
import { takeWantedKey } from '../../flow/wanted-key.ts'
import { account } from '../../messages/account.ts'
import { ask } from '../../session/session-store.ts'
import { Loaded, useLoading } from '../loaded.tsx'
import { NewKeyDialog, RevokeKeyDialog, RotateKeyDialog } from './key-dialogs.tsx'
import type { KeyQuestion } from './key-question.ts'
import { KeysTable } from './keys-table.tsx'
import { type MadeKey, MadeKeyNotice } from './made-key-notice.tsx'

const m = account.keys

/** The keys for agents. */
export function KeysSection() {
  const loading = useLoading(() => ask(accountService.listKeys))
  const question = useSignal<KeyQuestion | undefined>(undefined)
  const made = useSignal<MadeKey | undefined>(undefined)
  const create = () => {
    question.value = { kind: 'create' }
  }
  useEffect(() => {
    if (takeWantedKey()) create()
  }, [])
  return (
    <div class="panel settings">
      <section aria-labelledby="keys">
        <header class="wide">
          <div class="row between">
            <h2 id="keys" tabIndex={-1}>
              {m.title}
            </h2>
            <button type="button" class="quiet" onClick={create}>
              {m.create}
            </button>
          </div>
          <p>{m.lead}</p>
        </header>
        {made.value && (
          <MadeKeyNotice
            made={made.value}
            onStored={() => {
              made.value = undefined
            }}
          />
        )}
        <div class="wide bleed">
          <Loaded loading={loading} failed={m.failed} rows={2}>
            {({ items }) => <KeysTable items={items} question={question} />}
          </Loaded>
        </div>
      </section>
      <Dialogs question={question} made={made} onChanged={loading.reload} />
    </div>
  )
}

function Dialogs({
  question,
  made,
  onChanged,
}: {
  readonly question: Signal<KeyQuestion | undefined>
  readonly made: Signal<MadeKey | undefined>
  readonly onChanged: () => void
}) {
  const asked = question.value
  if (!asked) return null
  const onClose = () => {
    question.value = undefined
  }
  const onMade = (key: MadeKey) => {
    onClose()
    made.value = key
    onChanged()
  }
  if (asked.kind === 'create') return <NewKeyDialog onMade={onMade} onClose={onClose} />
  if (asked.kind === 'rotate') {
    return <RotateKeyDialog entry={asked.entry} onMade={onMade} onClose={onClose} />
  }
  return <RevokeKeyDialog entry={asked.entry} onRevoked={onChanged} onClose={onClose} />
}
