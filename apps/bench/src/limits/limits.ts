import { parseArgs } from 'node:util'
import type { Benchmark } from '../benchmark.ts'
import { describeMachine } from '../machine.ts'
import { median } from '../median.ts'
import { short, whole } from '../numbers.ts'
import { secondsOf, someOf, wholeOf } from '../option-values.ts'
import { table } from '../table.ts'
import { tellProgress } from '../tell-progress.ts'
import { type LimiterKind, limiterKinds, type OpenLimiter } from './limiters.ts'
import { type Amount, type Counting, type Found, measureCounting } from './measure.ts'

const countings: readonly Counting[] = [
  { name: 'ten thousand keys', points: 1_000_000_000, keys: 10_000 },
  { name: 'one key', points: 1_000_000_000, keys: 1 },
  { name: 'one key, used up', points: 1, keys: 1 },
]

const head = [
  ...['', 'a second', 'median ms', 'p99 ms'],
  ...['CPU µs of the service', 'CPU µs of the server'],
]

/** What it costs to count an attempt, in each place that can keep the counts. */
export const limits: Benchmark = {
  summary:
    '[--seconds 2] [--rounds 3] [--concurrency 16] [--in sqlite,postgres,redis]: counts of attempts a second (PostgreSQL, Redis)',

  async run(parameters, say) {
    const { kinds, rounds, ...amount } = read(parameters)
    say(describeMachine())
    const open: OpenLimiter[] = []
    try {
      for (const kind of kinds) open.push(await limiterKinds[kind]())
      for (const counting of countings) {
        const rows = await inTurns(open, counting, { ...amount, rounds })
        for (const line of ['', `### ${counting.name}`, '', ...table(head, rows)]) say(line)
      }
    } finally {
      for (const { close } of open) await close()
    }
    return true
  },
}

/** A row for each limiter. In each round every one has its turn, after one that is not counted. */
async function inTurns(
  open: readonly OpenLimiter[],
  counting: Counting,
  { rounds, ...amount }: Amount & { readonly rounds: number },
): Promise<readonly (readonly string[])[]> {
  const found = new Map<OpenLimiter, Found[]>()
  for (let round = 0; round <= rounds; round += 1) {
    tellProgress(`${counting.name}, round ${round}`)
    for (const each of open) {
      const turn = await measureCounting(each, counting, amount)
      if (round > 0) found.set(each, [...(found.get(each) ?? []), turn])
    }
  }
  return Array.from(found, ([{ name }, turns]) => rowOf(name, turns))
}

function rowOf(name: string, turns: readonly Found[]): readonly string[] {
  const of = (part: keyof Found) => median(turns.map((turn) => turn[part]))
  return [
    name,
    whole(of('perSecond')),
    short(of('median')),
    short(of('p99')),
    short(of('ownCpu')),
    short(of('serverCpu')),
  ]
}

function read(parameters: readonly string[]) {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      seconds: { type: 'string', default: '2' },
      rounds: { type: 'string', default: '3' },
      concurrency: { type: 'string', default: '16' },
      in: { type: 'string', default: 'sqlite,postgres,redis' },
    },
  })
  return {
    kinds: someOf(Object.keys(limiterKinds) as LimiterKind[], values.in, '--in'),
    seconds: secondsOf(values.seconds, '--seconds'),
    rounds: wholeOf(values.rounds, '--rounds'),
    concurrency: wholeOf(values.concurrency, '--concurrency'),
  }
}
