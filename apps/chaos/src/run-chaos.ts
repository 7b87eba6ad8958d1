import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '@gatehouse/gateway/testing'
import { type Actor, think } from './actor.ts'
import { type ChaosEnvironment, openChaosEnvironment } from './chaos-environment.ts'
import { check } from './check.ts'
import { createClient } from './client.ts'
import type { Evidence, FaultKind } from './evidence.ts'
import { cause, faultKinds } from './faults.ts'
import { code } from './flows/code.ts'
import { contest } from './flows/contest.ts'
import { disabled } from './flows/disable.ts'
import { letCodeExpire } from './flows/let-code-expire.ts'
import { probe } from './flows/probe.ts'
import { reset } from './flows/reset.ts'
import { session } from './flows/session.ts'
import { settings } from './flows/settings.ts'
import { terminal } from './flows/terminal.ts'
import { createJournal, type Journal } from './journal.ts'
import { readRecords } from './read-records.ts'
import type { RuleResult } from './rules/rule.ts'
import { hurryMails, settle } from './settle.ts'

/** The amount and the seed of the chaos. */
export interface ChaosOptions {
  /** The same seed draws the same faults and choices; the moments at which they happen differ. */
  readonly seed: number
  /** Seconds after which no new round of faults begins; at least one round is run. 0 unless given. */
  readonly seconds?: number
  /** Called with one line for each event. */
  readonly say?: (line: string) => void
  /** Interrupts the run. */
  readonly signal?: AbortSignal
}

/** What a run has shown. */
export interface ChaosResult {
  readonly evidence: Evidence
  /** The result of each rule. */
  readonly findings: readonly (RuleResult & { readonly rule: string })[]
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

/** In the first round each kind of fault happens alone. */
const single: readonly (readonly FaultKind[])[] = [...faultKinds, 'kill', 'cut'].map((kind) => [
  kind as FaultKind,
])

/** In later rounds also two at the same time. */
const double: readonly (readonly FaultKind[])[] = [
  ['kill', 'database restart'],
  ['kill', 'database outage'],
  ['kill', 'cut'],
  ['kill', 'delay'],
  ['drain', 'database restart'],
  ['cut', 'delay'],
]

/** Milliseconds between two faults, in which nothing may fail. */
const calmMs = 500

/**
 * Starts an environment, lets people work in it while faults happen, and checks the evidence against the
 * rules.
 *
 * @throws {Error} When something fails without a fault as its reason, or the run is interrupted.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const environment = await openChaosEnvironment()
  try {
    const result = await Promise.race([runUnderFaults(environment, options), abortOf(options)])
    if (result.findings.some(({ violations }) => violations.length > 0))
      await keepLogs(environment, options)
    return result
  } finally {
    await environment.close()
  }
}

async function runUnderFaults(
  environment: ChaosEnvironment,
  { seed, seconds = 0, say = () => {} }: ChaosOptions,
) {
  const journal = createJournal()
  const client = createClient(environment.balancer.url, journal)
  let isOver = false
  const actorOf = (index: number): Actor => ({
    environment,
    client,
    journal,
    random: createRandom(seed + index + 1),
    isOver: () => isOver,
    oldTokens,
  })
  const oldTokens: Actor['oldTokens'] = []
  const repeat = async (flow: (actor: Actor) => Promise<void>, index: number) => {
    const actor = actorOf(index)
    while (!isOver) {
      await flow(actor)
      await think(actor)
    }
  }
  // Awaited after the faults, even if causing them fails.
  const people = Promise.allSettled([...flows.map(repeat), letCodeExpire(actorOf(flows.length))])
  try {
    await causeFaults({ environment, journal, random: createRandom(seed) }, { seconds, say })
  } finally {
    isOver = true
  }
  environment.mail.recover()
  const hurry = hurryMails({ environment })
  try {
    for (const each of await people) if (each.status === 'rejected') throw each.reason
    say('everybody has gone; what is half done is finished')
    const violations = await settle(actorOf(flows.length + 1))
    const evidence = await collect(environment, journal)
    return {
      evidence,
      findings: [...check(evidence), { rule: 'the doctor finds nothing', checked: 1, violations }],
    }
  } finally {
    await hurry.stop()
  }
}

async function causeFaults(
  context: Parameters<typeof cause>[1],
  { seconds, say }: Required<Pick<ChaosOptions, 'seconds' | 'say'>>,
): Promise<void> {
  const end = Date.now() + seconds * 1000
  await sleep(2000)
  let faults = single
  do {
    for (const kinds of shuffled(faults, context.random)) {
      const beganAt = Date.now()
      const what = await cause(kinds, context)
      const since = context.journal.attempts.filter(({ endedAt }) => endedAt >= beganAt)
      const failed = since.filter(({ status }) => status === null || status >= 500)
      say(`${what}: ${Date.now() - beganAt} ms, ${since.length} requests, ${failed.length} failed`)
      await sleep(calmMs)
    }
    faults = [...single, ...double]
  } while (Date.now() < end)
}

function shuffled<Item>(items: readonly Item[], random: (below: number) => number): Item[] {
  const drawn: Item[] = []
  for (const item of items) drawn.splice(random(drawn.length + 1), 0, item)
  return drawn
}

/** Rejects when the run is broken off. */
function abortOf({ signal }: ChaosOptions): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('broken off')))
  })
}

/** Keeps the output of the gateways, to find the reason of a failure. */
async function keepLogs(
  { gateways }: ChaosEnvironment,
  { say = () => {} }: ChaosOptions,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-chaos-'))
  for (const { name, log } of gateways) await writeFile(join(folder, name), log().join('\n'))
  say(`what the gateways printed is in ${folder}`)
}

async function collect({ database, mail }: ChaosEnvironment, journal: Journal): Promise<Evidence> {
  const { resets: _resets, ...noted } = journal
  const arrivals = mail.mails.map(({ id, receivedAt }) => ({
    id: id.replace(/^<|@.*$/g, ''),
    at: receivedAt,
  }))
  return { ...noted, arrivals, records: await readRecords(database) }
}
