import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { publicBaseUrl } from '@gatehouse/gateway/testing'
import type { Benchmark, Say } from '../benchmark.ts'
import { describeMachine } from '../machine.ts'
import { wholeOf } from '../option-values.ts'
import { requirePrograms } from '../processes/require-program.ts'
import { startBackend, targets } from '../proxy/backend.ts'
import type { Peer } from '../proxy/peer.ts'
import { type GatehousePeer, startGatehousePeer } from '../proxy/peers/gatehouse.ts'
import { inRounds } from '../proxy/rounds.ts'
import { takeTurn } from '../proxy/throughput.ts'
import { makeLoad, type WrkLoad } from '../proxy/wrk.ts'
import { checkChecks, reportChecks } from './report.ts'

const defaults = { rounds: '7', seconds: '3', 'warm-up': '10', connections: '32' } as const

/** What another proxy pays for asking, beside what it costs to have a request carried. */
export const verify: Benchmark = {
  summary: `[--rounds ${defaults.rounds}] [--seconds ${defaults.seconds}] [--warm-up ${defaults['warm-up']}] [--connections ${defaults.connections}]: what a check for another proxy costs (Linux; nginx, wrk, taskset)`,

  async run(parameters, say) {
    const amounts = readAmounts(parameters)
    requirePrograms(['nginx', 'wrk', 'taskset'])
    say(describeMachine())
    const backend = await startBackend()
    try {
      const secret = randomBytes(32).toString('base64url')
      const gatehouse = await startGatehousePeer(
        { backend: backend.port, secret },
        { TRUSTED_PROXIES: '127.0.0.1' },
      )
      try {
        return await measure(gatehouse, amounts, say)
      } finally {
        await gatehouse.stop()
      }
    } finally {
      await backend.stop()
    }
  },
}

interface Amounts {
  readonly rounds: number
  readonly seconds: number
  readonly warmUp: number
  readonly connections: number
}

/** A kind of request, as a peer that has the process of all. */
interface Asked extends Peer {
  readonly load: Pick<WrkLoad, 'headers' | 'target'>
}

async function measure(gatehouse: GatehousePeer, amounts: Amounts, say: Say): Promise<boolean> {
  const { rounds, seconds, warmUp, connections } = amounts
  const common = { token: gatehouse.token, connections }
  const kinds = kindsOf(gatehouse)
  if (warmUp > 0) {
    await inRounds(kinds, 1, ({ port, load }) =>
      makeLoad({ ...common, ...load, port, seconds: warmUp }),
    )
  }
  const measured = await inRounds(kinds, rounds, (kind) =>
    takeTurn(kind, { ...common, ...kind.load, seconds }),
  )
  say('')
  say(`${connections} connections, ${rounds} rounds of ${seconds} s, medians.`)
  say('')
  for (const line of reportChecks(measured)) say(line)
  say('')
  const checks = checkChecks(measured)
  for (const { isKept, text } of checks) say(`- ${isKept ? 'Kept' : '**Not kept**'}: ${text}.`)
  return checks.every(({ isKept }) => isKept)
}

function kindsOf(gatehouse: GatehousePeer): readonly Asked[] {
  const { host } = new URL(publicBaseUrl)
  const handedOn = { Method: 'GET', Host: host, Uri: targets.small }
  const headers = Object.entries(handedOn).map(([name, value]) => `X-Forwarded-${name}: ${value}`)
  return [
    { ...gatehouse, name: 'proxied', load: { target: targets.small } },
    { ...gatehouse, name: 'a check', load: { target: '/api/auth/verify', headers } },
    {
      ...gatehouse,
      name: 'a check, target behind the address',
      load: { target: `/api/auth/verify${targets.small}`, headers: [`Host: ${host}`] },
    },
  ]
}

function readAmounts(parameters: readonly string[]): Amounts {
  const text = (byDefault: string) => ({ type: 'string', default: byDefault }) as const
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      rounds: text(defaults.rounds),
      seconds: text(defaults.seconds),
      'warm-up': text(defaults['warm-up']),
      connections: text(defaults.connections),
    },
  })
  return {
    rounds: wholeOf(values.rounds, '--rounds'),
    seconds: wholeOf(values.seconds, '--seconds'),
    warmUp: wholeOf(values['warm-up'], '--warm-up', 0),
    connections: wholeOf(values.connections, '--connections'),
  }
}
