import { useSignal } from '@preact/signals'
import { organizationService } from '../../api/organization-service.ts'
import { saveFile } from '../../flow/save-file.ts'
import { audit as m } from '../../messages/audit.ts'
import { messages } from '../../messages/current-messages.ts'
import { sentenceOf } from '../../messages/messages.ts'
import { ask } from '../../session/session-store.ts'
import { DialogForm } from '../dialog/dialog-form.tsx'
import { tell } from '../frame/toast.ts'
import { Options } from '../options.tsx'
import { type AuditFilter, noFilter } from './audit-query.ts'
import { askedWith } from './use-audit.ts'

const e = m.exporting

const choices = [
  ['filtered', e.filtered, e.filteredHint],
  ['all', e.all, e.allHint],
] as const

/** Downloads the audit as a file. */
export function ExportDialog({
  organization,
  filter,
  onClose,
}: {
  /** The short name of the organization, for the name of the file. */
  readonly organization: string
  readonly filter: AuditFilter
  readonly onClose: () => void
}) {
  const which = useSignal<'filtered' | 'all'>('filtered')
  const download = async () => {
    const query = await askedWith(which.value === 'all' ? noFilter : filter)
    if (!query.ok) return sentenceOf(messages, query.error)
    const { value } = query
    if (!value) return m.nothing
    const answer = await ask((token) => organizationService.exportAudit(token, value))
    if (!answer.ok) return sentenceOf(messages, answer.error)
    const day = new Date().toISOString().slice(0, 10)
    saveFile(`audit-${organization}-${day}.jsonl`, answer.value)
    onClose()
    tell(e.done)
    return undefined
  }
  return (
    <DialogForm title={e.title} submit={e.submit} busy={e.busy} act={download} onClose={onClose}>
      <p>{e.lead}</p>
      <Options name="which" legend={e.which} options={choices} taken={which} />
      <p class="hint">{e.hint}</p>
    </DialogForm>
  )
}
