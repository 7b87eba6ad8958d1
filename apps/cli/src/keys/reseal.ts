import { type Call, type Command, type ExitCode, exitCodes } from '../command.ts'
import { counted } from '../console/counted.ts'
import { moment } from '../console/table.ts'
import type { Records, ResealProgress } from '../records/open-records.ts'
import { withRecords } from '../records/with-records.ts'

/** `gatehouse master-key reseal` */
export const masterKeyReseal: Command = {
  name: 'master-key reseal',
  summary: 'seals everything in the database with MASTER_KEY that another key has sealed',
  details: [
    'The last step of changing the master key: by then MASTER_KEY is the new one, here and on',
    'every replica, and MASTER_KEY_PREVIOUS the one before. Gateways go on meanwhile. It may be',
    'broken off and run again at any time, and says when the key before is not needed any more.',
  ],
  options: { 'dry-run': { summary: 'counts what it would seal, and seals nothing' } },

  run: (call) => withRecords(call, (records) => resealAll(call, records)),
}

async function resealAll(call: Call, records: Records): Promise<ExitCode> {
  const { flags, terminal } = call
  const dryRun = flags.has('dry-run')
  const mismatched = await countStrangers(records)
  if (mismatched > 0 && !dryRun) {
    terminal.complain(...strangersAre(mismatched), 'Nothing was changed.')
    return exitCodes.left
  }
  const report = await records.reseal({ dryRun, onProgress: progressOn(call) })
  terminal.print(...report.map((progress) => lineOf(progress, dryRun)))
  const unreadable = report.reduce((sum, progress) => sum + progress.unreadable, 0)
  if (unreadable > 0) {
    terminal.complain(
      `No key that is set opens ${number(unreadable)} of these. They were left as they are.`,
    )
    return exitCodes.left
  }
  if (dryRun) return exitCodes.done
  return tellEnd(call, records)
}

async function tellEnd({ terminal }: Call, records: Records): Promise<ExitCode> {
  const mismatched = await countStrangers(records)
  if (mismatched > 0) {
    terminal.complain(...strangersAre(mismatched))
    return exitCodes.left
  }
  terminal.print('', ...finished, ...(await tellLinks(records)))
  return exitCodes.done
}

const finished = [
  'Everything is sealed with MASTER_KEY now. Nothing in the database needs MASTER_KEY_PREVIOUS.',
  'Backups from before still need the key they were made under.',
]

function strangersAre(count: number): readonly string[] {
  return [
    `Running replicas that seal with another master key: ${number(count)}.`,
    'Restart them with this MASTER_KEY, then run this again.',
  ]
}

/** Replicas that would go on to seal with the key that is to be dropped. */
async function countStrangers({ ports: { clock, store }, sealsWith }: Records): Promise<number> {
  const alive = await store.transaction((tx) => tx.replicas.findAlive(clock.now()))
  return alive.filter((replica) => replica.sealsWith !== sealsWith).length
}

async function tellLinks(records: Records): Promise<readonly string[]> {
  const { count, until } = await records.outstandingLinks()
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

/** A line a second is enough for a log. */
function progressOn({ terminal }: Call): (progress: ResealProgress) => void {
  let last = performance.now()
  return (progress) => {
    if (performance.now() - last < secondMs) return
    last = performance.now()
    terminal.progress(`${progress.name}: ${number(progress.seen)} looked at`)
  }
}
