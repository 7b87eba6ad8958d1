import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '@gatehouse/gateway/testing'
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
import { openTestEnvironment, type TestEnvironment } from './test-environment.ts'

/** How much of it, and which. */
export interface ChaosOptions {
  /** The same seed draws the same faults and the same choices; when what happens is not drawn. */
  readonly seed: number
  /** No new round of faults begins after this long; one round at least. 0 unless given. */
  readonly seconds?: number
  /** Is told what happens. */
  readonly say?: (line: string) => void
  /** Breaks it off. */
  readonly signal?: AbortSignal
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

/** In the first round every kind of fault comes by itself. */
const single: readonly (readonly FaultKind[])[] = [...faultKinds, 'kill', 'cut'].map((kind) => [
  kind as FaultKind,
])

/** Later also two at the same time. */
const double: readonly (readonly FaultKind[])[] = [
  ['kill', 'database restart'],
  ['kill', 'database outage'],
  ['kill', 'cut'],
  ['kill', 'delay'],
  ['drain', 'database restart'],
  ['cut', 'delay'],
]

/** Between two faults, when nothing at all may fail. */
const calmMs = 500

/** Sets up an environment, lets people work and faults happen, and holds what came of it against the rules. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const environment = await openTestEnvironment()
  try {
    const result = await Promise.race([rage(environment, options), brokenOff(options)])
    if (result.findings.some(({ faults }) => faults.length > 0))
      await keepLogs(environment, options)
    return result
  } finally {
    await environment.close()
  }
}

async function rage(
  environment: TestEnvironment,
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
  const keepOn = async (flow: (actor: Actor) => Promise<void>, index: number) => {
    const actor = actorOf(index)
    while (!isOver) {
      await flow(actor)
      await think(actor)
    }
  }
  // Looked at when the storm is over, also when that fails.
  const people = Promise.allSettled([...flows.map(keepOn), hopeless(actorOf(flows.length))])
  try {
    await storm({ environment, journal, random: createRandom(seed) }, { seconds, say })
  } finally {
    isOver = true
  }
  environment.mail.recover()
  const hurry = hurryMails({ environment })
  try {
    for (const each of await people) if (each.status === 'rejected') throw each.reason
    say('everybody has gone; what is half done is finished')
    const faults = await settle(actorOf(flows.length + 1))
    const evidence = await collect(environment, journal)
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

function brokenOff({ signal }: ChaosOptions): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new Error('broken off')))
  })
}

/** For whoever looks for the reason. */
async function keepLogs(
  { gateways }: TestEnvironment,
  { say = () => {} }: ChaosOptions,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-chaos-'))
  for (const { name, log } of gateways) await writeFile(join(folder, name), log().join('\n'))
  say(`what the gateways printed is in ${folder}`)
}

async function collect({ database, mail }: TestEnvironment, journal: Journal): Promise<Evidence> {
  const { resets: _resets, ...noted } = journal
  const arrivals = mail.mails.map(({ id, receivedAt }) => ({
    id: id.replace(/^<|@.*$/g, ''),
    at: receivedAt,
  }))
  return { ...noted, arrivals, records: await readRecords(database) }
}
