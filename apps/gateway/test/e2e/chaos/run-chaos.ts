import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '../support/random.ts'
import { type Actor, think } from './actor.ts'
import { check } from './check.ts'
import { createClient } from './client.ts'
import type { Evidence, FaultKind } from './evidence.ts'
import { cause, faultKinds } from './faults.ts'
import { code } from './flows/code.ts'
import { contest } from './flows/contest.ts'
import { disabled } from './flows/disable.ts'
import { hopeless } from './flows/hopeless.ts'
import { probe } from './flows/probe.ts'
import { reset } from './flows/reset.ts'
import { session } from './flows/session.ts'
import { settings } from './flows/settings.ts'
import { terminal } from './flows/terminal.ts'
import { createJournal, type Journal } from './journal.ts'
import { readRecords } from './read-records.ts'
import type { Verdict } from './rules/rule.ts'
import { hurryMails, settle } from './settle.ts'
import { openSite, type Site } from './site.ts'

/** How much of it, and which. */
export interface ChaosOptions {
  /** The same seed draws the same faults and the same choices; when what happens is not drawn. */
  readonly seed: number
  /** No new round of faults begins after this long; one round at least. 0 unless given. */
  readonly seconds?: number
  /** Is told what happens. */
  readonly say?: (line: string) => void
}

/** What is left when it is over. */
export interface ChaosResult {
  readonly evidence: Evidence
  readonly findings: readonly (Verdict & { readonly rule: string })[]
}

/** What people do, again and again. */
const flows: readonly ((actor: Actor) => Promise<void>)[] = [
  contest,
  session,
  session,
  code,
  code,
  reset,
  reset,
  terminal,
  terminal,
  settings,
  disabled,
  probe,
]

/** In which every kind of fault comes once at least. */
const round: readonly FaultKind[] = [...faultKinds, 'kill', 'cut']

/** Between two faults, when nothing at all may fail. */
const calmMs = 500

/** Sets up a site, lets people work and faults happen, and holds what came of it against the rules. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const site = await openSite()
  try {
    const result = await rage(site, options)
    if (result.findings.some(({ faults }) => faults.length > 0)) await keepLogs(site, options)
    return result
  } finally {
    await site.close()
  }
}

async function rage(site: Site, { seed, seconds = 0, say = () => {} }: ChaosOptions) {
  const journal = createJournal()
  const client = createClient(site.balancer.url, journal)
  let isOver = false
  const actorOf = (index: number): Actor => ({
    site,
    client,
    journal,
    random: createRandom(seed + index + 1),
    isOver: () => isOver,
    oldTokens,
  })
  const oldTokens: Actor['oldTokens'] = []
  const keepOn = async (flow: (actor: Actor) => Promise<void>, index: number) => {
    const actor = actorOf(index)
    while (!isOver) {
      await flow(actor)
      await think(actor)
    }
  }
  const people = flows.map(keepOn)
  const last = hopeless(actorOf(flows.length))
  try {
    await storm({ site, journal, random: createRandom(seed) }, { seconds, say })
  } finally {
    isOver = true
  }
  site.mail.recover()
  const hurry = hurryMails({ site })
  try {
    await Promise.all([...people, last])
    say('everybody has gone; what is half done is finished')
    const faults = await settle(actorOf(flows.length + 1))
    const evidence = await collect(site, journal)
    return {
      evidence,
      findings: [...check(evidence), { rule: 'the doctor finds nothing', judged: 1, faults }],
    }
  } finally {
    await hurry.stop()
  }
}

async function storm(
  context: Parameters<typeof cause>[1],
  { seconds, say }: Required<Pick<ChaosOptions, 'seconds' | 'say'>>,
): Promise<void> {
  const end = Date.now() + seconds * 1000
  await sleep(2000)
  do {
    for (const kind of shuffled(round, context.random)) {
      const beganAt = Date.now()
      const what = await cause(kind, context)
      const since = context.journal.attempts.filter(({ endedAt }) => endedAt >= beganAt)
      const failed = since.filter(({ status }) => status === null || status >= 500)
      say(`${what}: ${Date.now() - beganAt} ms, ${since.length} requests, ${failed.length} failed`)
      await sleep(calmMs)
    }
  } while (Date.now() < end)
}

function shuffled<Item>(items: readonly Item[], random: (below: number) => number): Item[] {
  const drawn: Item[] = []
  for (const item of items) drawn.splice(random(drawn.length + 1), 0, item)
  return drawn
}

/** For whoever looks for the reason. */
async function keepLogs({ gateways }: Site, { say = () => {} }: ChaosOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-chaos-'))
  for (const { name, log } of gateways) await writeFile(join(folder, name), log().join('\n'))
  say(`what the gateways printed is in ${folder}`)
}

async function collect({ database, mail }: Site, journal: Journal): Promise<Evidence> {
  const { people: _people, resets: _resets, ...noted } = journal
  const arrivals = mail.mails.map(({ id, receivedAt }) => ({
    id: id.replace(/^<|@.*$/g, ''),
    at: receivedAt,
  }))
  return { ...noted, arrivals, records: await readRecords(database) }
}
