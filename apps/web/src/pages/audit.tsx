import { useSignal } from '@preact/signals'
import { noFilter } from '../components/audit/audit-query.ts'
import { Entries } from '../components/audit/entries.tsx'
import { ExportDialog } from '../components/audit/export-dialog.tsx'
import { FilterForm } from '../components/audit/filter-form.tsx'
import { type Audit as Log, useAudit } from '../components/audit/use-audit.ts'
import { focusSoon } from '../components/focus-soon.ts'
import { Frame } from '../components/frame/frame.tsx'
import { AdministratorGate } from '../components/frame/gate.tsx'
import { NotLoaded } from '../components/not-loaded.tsx'
import { Placeholder } from '../components/placeholder.tsx'
import { audit as m } from '../messages/audit.ts'
import { fill } from '../messages/fill.ts'
import type { Session } from '../session/session.ts'
import '../styles/audit.css'
import '../styles/lists.css'

/** What has happened in the organization. */
export function Audit() {
  return <AdministratorGate here="audit">{(mine) => <Inside mine={mine} />}</AdministratorGate>
}

function Inside({ mine }: { readonly mine: Session }) {
  const audit = useAudit()
  const isExporting = useSignal(false)
  const { tenantId, tenantName } = mine.claims
  return (
    <Frame
      mine={mine}
      here="audit"
      lead={fill(m.lead, { organization: tenantName })}
      action={
        <button
          type="button"
          class="quiet"
          onClick={() => {
            isExporting.value = true
          }}
        >
          {m.export}
        </button>
      }
    >
      <section class="panel list" aria-label={m.list} aria-busy={audit.isBusy.value}>
        <FilterForm audit={audit} />
        <Found audit={audit} />
      </section>
      {isExporting.value && (
        <ExportDialog
          organization={tenantId}
          filter={audit.filter.value}
          onClose={() => {
            isExporting.value = false
          }}
        />
      )}
    </Frame>
  )
}

function Found({ audit }: { readonly audit: Log }) {
  const { trouble, entries, filter } = audit
  if (trouble.value) {
    const retry = () => audit.show(filter.peek())
    return <NotLoaded title={m.failed} error={trouble.value} onRetry={retry} />
  }
  if (!entries.value) return <Placeholder rows={4} />
  if (entries.value.length > 0) return <Entries audit={audit} entries={entries.value} />
  const clear = () => {
    audit.wanted.value = noFilter
    audit.show(noFilter)
    focusSoon('#person')
  }
  return (
    <div class="empty" role="status">
      <h2>{m.nothing}</h2>
      <p>{m.nothingNext}</p>
      <p class="row">
        <button type="button" class="quiet" onClick={clear}>
          {m.clear}
        </button>
      </p>
    </div>
  )
}
