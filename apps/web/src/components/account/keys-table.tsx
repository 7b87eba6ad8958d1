import type { Signal } from '@preact/signals'
import type { ApiKeyEntry } from '../../api/account-wire.ts'
import { thisMinute } from '../../clock.ts'
import { account } from '../../messages/account.ts'
import { fill } from '../../messages/fill.ts'
import { dayOf, relatively } from '../../messages/moments.ts'
import { language } from '../../messages/of-language.ts'
import { EndTag } from '../end-tag.tsx'
import { TableHead } from '../table-head.tsx'
import { nameOfKey } from './key-dialogs.tsx'
import type { KeyQuestion } from './key-question.ts'

const m = account.keys

/** From this many days before its end on, a key shows a warning. */
const soonDays = 7

/** The keys, with the actions for each. */
export function KeysTable({
  items,
  question,
}: {
  readonly items: readonly ApiKeyEntry[]
  readonly question: Signal<KeyQuestion | undefined>
}) {
  if (items.length === 0) return <p class="none soft">{m.none}</p>
  return (
    <table class="fold" aria-labelledby="keys">
      <TableHead
        columns={[m.columns.name, m.columns.used, m.columns.ends]}
        actions={m.columns.actions}
      />
      <tbody>
        {items.map((entry) => (
          <Row key={entry.id} entry={entry} question={question} />
        ))}
      </tbody>
    </table>
  )
}

function Row({
  entry,
  question,
}: {
  readonly entry: ApiKeyEntry
  readonly question: Signal<KeyQuestion | undefined>
}) {
  const name = nameOfKey(entry)
  const telling = { language, now: thisMinute.value }
  const { created_at: made, last_used_at: used } = entry
  const askTo = (kind: 'rotate' | 'revoke') => {
    question.value = { kind, entry }
  }
  return (
    <tr>
      <th scope="row">
        <strong>{name}</strong>
        {made && <span class="sub">{fill(m.made, { day: dayOf(Date.parse(made), telling) })}</span>}
      </th>
      <td data-name={m.columns.used}>
        <span class="num">{used ? relatively(Date.parse(used), telling) : m.never}</span>
      </td>
      <td data-name={m.columns.ends}>
        <End at={entry.expires_at} />
      </td>
      <td class="act">
        <button type="button" class="quiet" onClick={() => askTo('rotate')}>
          {m.rotate}
          <span class="unseen"> ({name})</span>
        </button>{' '}
        <button type="button" class="quiet bad" onClick={() => askTo('revoke')}>
          {m.revoke}
          <span class="unseen"> ({name})</span>
        </button>
      </td>
    </tr>
  )
}

function End({ at }: { readonly at: string | null }) {
  if (at === null) return <span>{m.never}</span>
  return <EndTag at={Date.parse(at)} soonDays={soonDays} over={m.over} />
}
