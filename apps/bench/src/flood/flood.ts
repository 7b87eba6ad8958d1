import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Benchmark, Say } from '../benchmark.ts'
import { describeMachine } from '../machine.ts'
import { secondsOf, someOf, wholeOf } from '../option-values.ts'
import { cores, pinnedTo } from '../processes/cores.ts'
import { requirePrograms } from '../processes/require-program.ts'
import { tellProgress } from '../tell-progress.ts'
import { type AttackCounts, startAttack } from './attack.ts'
import { type Honest, type HonestPlan, keepLoggingIn, logInOnce } from './honest.ts'
import { type FloodRow, isWithin, maxSeconds, reportAttack, reportHonest } from './report.ts'
import { type Person, stores, type Targets } from './target.ts'

/** Whether people get in while others guess. */
export const flood: Benchmark = {
  summary:
    '[--networks 1,100,10000] [--per-second 1000] [--seconds 20] [--store local] [--patient]: honest logins while passwords are guessed (Linux; taskset; Keycloak for --store keycloak)',

  async run(parameters, say) {
    const { networks, store, ...amounts } = read(parameters)
    requirePrograms(['taskset'])
    say(describeMachine())
    pinnedTo(cores.others, process)
    say(`${amounts.perSecond} guesses a second, ${amounts.seconds} s each`)
    const targets = await stores[store]()
    try {
      const turns: FloodTurn[] = []
      for (const count of networks) {
        tellProgress(`from ${count} networks`)
        turns.push(await takeTurn(targets, count, amounts))
      }
      return report(turns, say)
    } finally {
      await targets.stop()
    }
  },
}

interface Amounts extends Pick<HonestPlan, 'seconds' | 'isPatient'> {
  readonly perSecond: number
}

interface FloodTurn {
  readonly networks: number
  readonly counts: AttackCounts
  readonly rows: readonly FloodRow[]
}

/** Until the attackers have used up what is left of their limits, in seconds. */
const leadInSeconds = 2

/** Between two honest logins of the same row, in milliseconds. */
const pauseMs = 400

/** Who log in from new networks in turn: each has the time that a login may take at most. */
const fewestNewcomers = Math.ceil((maxSeconds * 1000) / pauseMs)

async function takeTurn(
  targets: Targets,
  networks: number,
  { perSecond, seconds, isPatient }: Amounts,
): Promise<FloodTurn> {
  const target = await targets.open()
  const { url } = target
  try {
    const people = honestPeople(target.people)
    for (const honest of people) await logInOnce(url, honest.next())
    const plan = { seconds, pauseMs, isPatient }
    const quiet = await logins(url, people, { ...plan, networks: 0, seconds: seconds / 4 })
    const attack = startAttack({ url, networks, perSecond, addresses: target.attacked })
    await sleep(leadInSeconds * 1000)
    const rows = await logins(url, people, { ...plan, networks })
    const counts = await attack.counts()
    await attack.stop()
    return { networks, counts, rows: [...quiet, ...rows] }
  } finally {
    await target.stop()
  }
}

async function logins(
  url: string,
  people: readonly Honest[],
  { networks, ...plan }: HonestPlan & { readonly networks: number },
): Promise<readonly FloodRow[]> {
  const all = people.map(async (honest) => {
    const found = await keepLoggingIn(url, honest, plan)
    return { networks, who: honest.name, logins: found }
  })
  return Promise.all(all)
}

/**
 * Half of all guesses are at the first one's account. From new networks come so many people that none of them logs in
 * again while their last login may still wait: several at once at one account look like guesses, and are refused.
 */
function honestPeople([first, second, ...others]: readonly Person[]): readonly Honest[] {
  if (!(first && second && others.length >= fewestNewcomers)) {
    throw new Error('there are too few people')
  }
  let moved = 0
  return [
    {
      name: 'whose account is guessed at, from where they usually come',
      next: () => ({ ...first, network: '192.0.2.1' }),
    },
    {
      name: 'another, from where they usually come',
      next: () => ({ ...second, network: '192.0.2.2' }),
    },
    {
      name: 'others, each from a new network',
      next() {
        const person = others[moved % others.length] ?? second
        moved += 1
        return { ...person, network: `198.18.${moved >> 8}.${moved & 255}` }
      },
    },
  ]
}

function report(turns: readonly FloodTurn[], say: Say): boolean {
  const [first] = turns
  const quiet = first?.rows.filter(({ networks }) => networks === 0) ?? []
  const attacked = turns.flatMap(({ rows }) => rows.filter(({ networks }) => networks > 0))
  for (const line of ['', ...reportHonest([...quiet, ...attacked])]) say(line)
  for (const line of ['', ...reportAttack(turns)]) say(line)
  const gotIn = turns.some(({ counts }) => (counts.statuses.get(200) ?? 0) > 0)
  return attacked.every(isWithin) && !gotIn
}

function read(parameters: readonly string[]) {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      networks: { type: 'string', default: '1,100,10000' },
      'per-second': { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '20' },
      store: { type: 'string', default: 'local' },
      patient: { type: 'boolean', default: false },
    },
  })
  const [store = 'local'] = someOf(['local', 'keycloak'] as const, values.store, '--store')
  return {
    store,
    networks: values.networks.split(',').map((text) => wholeOf(text, '--networks')),
    perSecond: wholeOf(values['per-second'], '--per-second'),
    seconds: secondsOf(values.seconds, '--seconds'),
    isPatient: values.patient,
  }
}
