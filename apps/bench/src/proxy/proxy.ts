import type { Benchmark, Say } from '../benchmark.ts'
import { describeMachine } from '../machine.ts'
import { whole } from '../numbers.ts'
import { requirePrograms } from '../processes/require-program.ts'
import { table } from '../table.ts'
import {
  type BoundCheck,
  checkLatency,
  checkMemory,
  checkThreads,
  checkThroughput,
  checkWorkers,
} from './check-bounds.ts'
import { measureLatency } from './latency.ts'
import { measureMemory, memoryColumns } from './memory.ts'
import { type Part, type ProxyOptions, readOptions } from './options.ts'
import { openProxyEnvironment, type ProxyEnvironment } from './proxy-environment.ts'
import { reportLatency, reportThroughput, reportWorkers } from './report.ts'
import { measureThreads } from './threads.ts'
import { connectionsOfLarge, measureThroughput } from './throughput.ts'
import { measureWorkers } from './workers.ts'

/** What a request through the proxy costs, and what it costs with others. */
export const proxy: Benchmark = {
  summary:
    '[--only small,down,up,latency,memory,workers,threads] [--peers haproxy,edge,nginx,bare,fastify,express] [--rounds 7] [--seconds 3] [--warm-up 15] [--lead-in 2] [--connections 32] [--requests 10000000]: what a proxied request costs (Linux; haproxy, nginx, wrk, taskset)',

  async run(parameters, say) {
    const options = readOptions(parameters)
    requirePrograms(['haproxy', 'nginx', 'wrk', 'taskset'])
    say(describeMachine())
    const environment = await openProxyEnvironment(options.peers)
    try {
      return await measureAll(environment, options, say)
    } finally {
      await environment.stop()
    }
  },
}

const titles: Readonly<Record<Part, string>> = {
  small: 'Small GET',
  down: '1 MiB down',
  up: '1 MiB up',
  latency: 'Small GET at half load',
  memory: 'Memory',
  workers: 'Two workers',
  threads: 'Two threads of an edge',
}

async function measureAll(
  environment: ProxyEnvironment,
  options: ProxyOptions,
  say: Say,
): Promise<boolean> {
  let areAllKept = true
  for (const part of options.parts) {
    for (const line of ['', `### ${titles[part]}`, '', amountOf(part, options), '']) say(line)
    const checks = await measure(part, { environment, options, say })
    say('')
    for (const { isKept, text } of checks) say(`- ${isKept ? 'Kept' : '**Not kept**'}: ${text}.`)
    areAllKept &&= checks.every(({ isKept }) => isKept)
  }
  return areAllKept
}

interface Measuring {
  readonly environment: ProxyEnvironment
  readonly options: ProxyOptions
  readonly say: Say
}

async function measure(part: Part, measuring: Measuring): Promise<readonly BoundCheck[]> {
  const { environment, options, say } = measuring
  if (part === 'memory') {
    for (const line of table(memoryColumns, [])) say(line)
    const { requests, amounts } = options
    return checkMemory(await measureMemory(environment.gatehouse, { ...amounts, requests }, say))
  }
  if (part === 'latency') {
    const rounds = await measureLatency(environment, options.amounts)
    for (const line of reportLatency(rounds)) say(line)
    return checkLatency(rounds)
  }
  if (part === 'workers') {
    const rounds = await measureWorkers(options.amounts)
    for (const line of reportWorkers(rounds)) say(line)
    return checkWorkers(rounds)
  }
  if (part === 'threads') {
    const rounds = await measureThreads(options.amounts)
    for (const line of reportWorkers(rounds)) say(line)
    return checkThreads(rounds)
  }
  const rounds = await measureThroughput(part, environment, options.amounts)
  for (const line of reportThroughput(rounds)) say(line)
  return checkThroughput(part, rounds)
}

function amountOf(part: Part, { amounts, requests }: ProxyOptions): string {
  const { rounds, seconds, connections } = amounts
  if (part === 'memory') return `${whole(requests)} requests over ${connections} connections.`
  const turns = `${rounds === 1 ? '1 round' : `${rounds} rounds`} of ${seconds} s, medians`
  if (part === 'latency') return `${turns}.`
  return `${part === 'down' || part === 'up' ? connectionsOfLarge : connections} connections, ${turns}.`
}
