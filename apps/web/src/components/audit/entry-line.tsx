import type { AuditEntry } from '../../api/organization-wire.ts'
import { deviceName } from '../../flow/device.ts'
import { audit as m } from '../../messages/audit.ts'
import { frame } from '../../messages/frame.ts'
import { exactly, type Telling, timeOf } from '../../messages/moments.ts'
import { Icon } from '../icon.tsx'
import { Text } from '../text.tsx'
import { nameOf, sentenceOfEntry } from './sentence.ts'

/** One entry: a sentence, and all details when it is opened. */
export function EntryLine({
  entry,
  telling,
}: {
  readonly entry: AuditEntry
  readonly telling: Telling
}) {
  const at = Date.parse(entry.at)
  const sentence = sentenceOfEntry(m, frame.roles, entry)
  return (
    <li>
      <details>
        <summary>
          <span class="num soft">
            <time dateTime={entry.at}>{timeOf(at, telling)}</time>
          </span>
          <span>
            {entry.outcome === 'refused' && <span class="tag bad">{m.refused}</span>}{' '}
            <Text of={sentence.of} values={sentence.values} />
          </span>
          <span class="soft">{whereOf(entry)}</span>
          <Icon name="chevron" small />
        </summary>
        <dl>
          {factsOf(entry, exactly(at, telling)).map(([name, value]) => (
            <Fact key={name} name={name} value={value} />
          ))}
        </dl>
      </details>
    </li>
  )
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  const isCode = name === m.facts.what || name === m.facts.request
  return (
    <>
      <dt>{name}</dt>
      <dd>{isCode ? <code>{value}</code> : value}</dd>
    </>
  )
}

/** Where a request came from; empty for an event without a request. */
function whereOf({ network, client, user_agent: userAgent }: AuditEntry): string {
  if (!network && !client && !userAgent) return ''
  const device = deviceName(frame.devices, { client, userAgent })
  return [network, device].filter(Boolean).join(' · ')
}

type Fact = readonly [name: string, value: string]

function factsOf(entry: AuditEntry, when: string): readonly Fact[] {
  const f = m.facts
  const facts: readonly (readonly [string, string | null | undefined])[] = [
    [f.when, when],
    [f.who, nameOf(m, entry.actor ?? entry.account)],
    [f.whom, entry.actor ? nameOf(m, entry.account) : undefined],
    [f.what, entry.kind],
    ...Object.entries(entry.detail),
    [f.where, [entry.network, entry.user_agent].filter(Boolean).join(', ')],
    [f.request, entry.request_id],
    [f.entry, String(entry.seq)],
  ]
  return facts.filter((fact): fact is Fact => !!fact[1])
}
