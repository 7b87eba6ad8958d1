import type { Signal } from '@preact/signals'
import { audit as m } from '../../messages/audit.ts'
import { readControls } from '../controls.ts'
import type { AuditFilter } from './audit-query.ts'
import { kindGroups } from './sentence.ts'
import type { Audit } from './use-audit.ts'

/** The conditions for entries. They apply only after the person submits them. */
export function FilterForm({ audit }: { readonly audit: Audit }) {
  const { wanted } = audit
  return (
    <form
      class="tools"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        readControls(event.currentTarget)
        audit.show(wanted.peek())
      }}
    >
      <div class="field">
        <label for="person">{m.person}</label>
        <input
          id="person"
          value={wanted.value.person}
          placeholder={m.personHint}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          onInput={({ currentTarget }) => set(wanted, { person: currentTarget.value })}
        />
      </div>
      <PartField wanted={wanted} />
      <KindField wanted={wanted} />
      <div class="field">
        <label for="from">{m.from}</label>
        <input
          id="from"
          type="date"
          value={wanted.value.from}
          onInput={({ currentTarget }) => set(wanted, { from: currentTarget.value })}
        />
      </div>
      <div class="field">
        <label for="to">{m.to}</label>
        <input
          id="to"
          type="date"
          value={wanted.value.to}
          onInput={({ currentTarget }) => set(wanted, { to: currentTarget.value })}
        />
      </div>
      <button type="submit" class="quiet" aria-disabled={audit.isBusy.value}>
        {m.show}
      </button>
    </form>
  )
}

const parts = [
  ['account', m.parts.account],
  ['actor', m.parts.actor],
] as const

function PartField({ wanted }: { readonly wanted: Signal<AuditFilter> }) {
  return (
    <div class="field">
      <label for="part">{m.part}</label>
      <select
        id="part"
        value={wanted.value.part}
        onChange={({ currentTarget }) =>
          set(wanted, { part: currentTarget.value === 'actor' ? 'actor' : 'account' })
        }
      >
        {parts.map(([part, name]) => (
          <option key={part} value={part}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

function KindField({ wanted }: { readonly wanted: Signal<AuditFilter> }) {
  return (
    <div class="field">
      <label for="kind">{m.what}</label>
      <select
        id="kind"
        value={wanted.value.kind}
        onChange={({ currentTarget }) => set(wanted, { kind: currentTarget.value })}
      >
        <option value="">{m.everything}</option>
        {kindGroups.map(([group, kinds]) => (
          <optgroup key={group} label={m.groups[group]}>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {m.kinds[kind]}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  )
}

function set(wanted: Signal<AuditFilter>, part: Partial<AuditFilter>): void {
  wanted.value = { ...wanted.peek(), ...part }
}
