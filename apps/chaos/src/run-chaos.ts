import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '@gatehouse/gateway/testing'
import { type Actor, MissingMailError, think } from './actor.ts'
import type { ChaosEnvironment, StoreName } from './chaos-environment.ts'
import { check } from './check.ts'
import { createClient } from './client.ts'
import type { Evidence } from './evidence.ts'
import { cause } from './faults.ts'
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
import type { Leg } from './legs/leg.ts'
import { openChaosEnvironment } from './open-chaos-environment.ts'
import { readRecords } from './read-records.ts'
import { type Rounds, roundsOf } from './rounds.ts'
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
  /** What the test takes in besides; nothing unless given. */
  readonly leg?: Leg | undefined
  /** Where the records are; PostgreSQL unless given. */
  readonly store?: StoreName | undefined
  /** Whether only the leg's own faults happen, each once. */
  readonly isShort?: boolean
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
  code,
  reset,
  terminal,
  settings,
  disabled,
  probe,
  session,
  code,
  reset,
  terminal,
]

/** How many of them there are where a single gateway serves, and in a short run. */
const maxFlowsOfFew = 7

/** Milliseconds between two faults, in which nothing may fail. */
const calmMs = 500

/**
 * Starts an environment, lets people work in it while faults happen, and checks the evidence against the
 * rules.
 *
 * @throws {Error} When something fails without a fault as its reason, or the run is interrupted.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { leg, store = leg?.store ?? 'postgres' } = options
  const environment = await openChaosEnvironment({ store, leg })
  try {
    const result = await Promise.race([runUnderFaults(environment, options), abortOf(options)])
    if (result.findings.some(({ violations }) => violations.length > 0))
      await keepLogs(environment, options)
    return result
  } catch (error) {
    await keepLogs(environment, options)
    throw error
  } finally {
    await environment.close()
  }
}

async function runUnderFaults(environment: ChaosEnvironment, options: ChaosOptions) {
  const { seed, seconds = 0, say = () => {}, leg } = options
  // More people would be turned away now and then, on a busy machine.
  const isSmall = environment.gateways.length === 1 || options.isShort === true
  const most = isSmall ? maxFlowsOfFew : leg?.maxFlows
  const all = [...flows.slice(0, most), ...(leg?.flows ?? [])]

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
      await flow(actor).catch((error: unknown) => {
        const mayMiss = environment.leg?.mailWaitMs !== undefined
        if (!(mayMiss && error instanceof MissingMailError)) throw error
      })
      await think(actor)
    }
  }
  // Awaited after the faults, even if causing them fails.
  const people = Promise.allSettled([
    ...all.map(repeat),
    ...(leg ? [] : [letCodeExpire(actorOf(all.length))]),
  ])
  try {
    const rounds = roundsOf(options, environment.store)
    await causeFaults(
      { environment, journal, random: createRandom(seed) },
      { seconds, say, rounds },
    )
  } finally {
    isOver = true
  }
  environment.mail.recover()
  const hurry = hurryMails({ environment })
  try {
    for (const each of await people) if (each.status === 'rejected') throw each.reason
    say('everybody has gone; what is half done is finished')
    const violations = await settle(actorOf(all.length + 1))
    const evidence = await collect(environment, journal)
    return {
      evidence,
      findings: [
        ...check(evidence, leg?.rules),
        { rule: 'the doctor finds nothing', checked: 1, violations },
      ],
    }
  } finally {
    await hurry.stop()
  }
}

async function causeFaults(
  context: Parameters<typeof cause>[1],
  {
    seconds,
    say,
    rounds,
  }: Required<Pick<ChaosOptions, 'seconds' | 'say'>> & { readonly rounds: Rounds },
): Promise<void> {
  const end = Date.now() + seconds * 1000
  await sleep(2000)
  let faults = rounds.first
  do {
    for (const kinds of shuffled(faults, context.random)) {
      const beganAt = Date.now()
      const what = await cause(kinds, context)
      const since = context.journal.attempts.filter(({ endedAt }) => endedAt >= beganAt)
      const failed = since.filter(({ status }) => status === null || status >= 500)
      say(`${what}: ${Date.now() - beganAt} ms, ${since.length} requests, ${failed.length} failed`)
      await sleep(calmMs)
    }
    faults = rounds.later
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
    const breakOff = () => reject(new Error('broken off'))
    if (signal?.aborted) breakOff()
    signal?.addEventListener('abort', breakOff)
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

async function collect(
  { database, leg, mail }: ChaosEnvironment,
  journal: Journal,
): Promise<Evidence> {
  const hasKeycloak = leg?.name === 'keycloak'

  const { resets: _resets, ...noted } = journal
  const arrivals = mail.mails.map(({ id, receivedAt }) => ({
    id: id.replace(/^<|@.*$/g, ''),
    at: receivedAt,
  }))
  return { ...noted, arrivals, records: await readRecords(database, { hasKeycloak }) }
}
