import { chainAudit } from '@gatehouse/auth-core/operator'
import type { OutstandingLinks, ResealProgress } from '@gatehouse/sql'
import { type CommandResult, endWith, type JsonObject, withObjects } from '../command.ts'
import type { Console } from '../console/console.ts'
import { counted } from '../console/counted.ts'
import { moment } from '../console/table.ts'
import type { Records } from '../records/open-records.ts'

type ResealRecords = Pick<Records, 'outstandingLinks' | 'ports' | 'reseal' | 'sealsWith'>

/** Seals all texts of earlier master keys again, or counts them. */
export async function resealRecords(
  records: ResealRecords,
  { dryRun }: { readonly dryRun: boolean },
  console: Pick<Console, 'print' | 'progress'>,
): Promise<CommandResult> {
  const mismatched = await countMismatched(records)
  if (mismatched > 0 && !dryRun) {
    return endWith('left', ...describeMismatched(mismatched), 'Nothing was changed.')
  }
  const report = await records.reseal({ dryRun, onProgress: progressOn(console) })
  console.print(...report.map((progress) => lineOf(progress, dryRun)))
  const unreadable = report.reduce((sum, progress) => sum + progress.unreadable, 0)
  // Signs the seal of the audit log again; running gateways have done it already.
  if (unreadable === 0 && !dryRun) await chainAudit(records.ports)
  // Replicas may have been started meanwhile.
  const others = await countMismatched(records)
  const links = await records.outstandingLinks()
  const result = endResealed({ unreadable, dryRun, others, links })
  return withObjects(result, {
    dry_run: dryRun,
    ...asObject(report, links),
    other_replicas: others,
  })
}

interface Resealed {
  readonly unreadable: number
  readonly dryRun: boolean
  /** Replicas that seal with another key. */
  readonly others: number
  readonly links: OutstandingLinks
}

function endResealed({ unreadable, dryRun, others, links }: Resealed): CommandResult {
  if (unreadable > 0) {
    const these = `No key that is set opens ${number(unreadable)} of these.`
    return endWith('left', `${these} They were left as they are.`)
  }
  if (dryRun) return endWith('done')
  if (others > 0) return endWith('left', ...describeMismatched(others))
  return endWith('done', '', ...finished, ...describeLinks(links))
}

function asObject(
  report: readonly ResealProgress[],
  { count, until }: OutstandingLinks,
): JsonObject {
  return {
    texts: report.map(({ name, seen, stale, unreadable }) => ({ name, seen, stale, unreadable })),
    links: count,
    links_until: until,
  }
}

const finished = [
  'Everything is sealed with MASTER_KEY now. Nothing in the database needs MASTER_KEY_PREVIOUS.',
  'Backups from before still need the key they were made under.',
]

function describeMismatched(count: number): readonly string[] {
  return [
    `Running replicas that seal with another master key: ${number(count)}.`,
    'Restart them with this MASTER_KEY, then run this again.',
  ]
}

/** Counts the replicas that still seal with an earlier key. */
async function countMismatched({
  ports: { clock, store },
  sealsWith,
}: ResealRecords): Promise<number> {
  const alive = await store.transaction((tx) => tx.replicas.findAlive(clock.now()))
  return alive.filter((replica) => replica.sealsWith !== sealsWith).length
}

function describeLinks({ count, until }: OutstandingLinks): readonly string[] {
  if (count === 0) return []
  return [
    `${counted(count, 'link')} in mails can still be used, the last until ${moment(until)}. Those from before the`,
    'change end with MASTER_KEY_PREVIOUS: keep it until then, or drop it now.',
  ]
}

function lineOf({ name, seen, stale }: ResealProgress, dryRun: boolean): string {
  const done = dryRun ? 'are not sealed with MASTER_KEY' : 'were sealed anew'
  return `${name}: ${number(seen)}, of which ${number(stale)} ${done}`
}

function number(count: number): string {
  return count.toLocaleString('en')
}

const secondMs = 1000

/** Prints at most one line a second, which is enough for a log. */
function progressOn(console: Pick<Console, 'progress'>): (progress: ResealProgress) => void {
  let last = performance.now()
  return (progress) => {
    if (performance.now() - last < secondMs) return
    last = performance.now()
    console.progress(`${progress.name}: ${number(progress.seen)} looked at`)
  }
}
