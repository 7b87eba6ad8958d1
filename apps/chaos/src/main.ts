/**
 * The chaos test as a command: for as long as you like, with a line for each fault. `faults` runs
 * scenarios of faults instead.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { legNames } from './chaos-environment.ts'
import { runFaults } from './faults/command.ts'
import { legs } from './legs/legs.ts'
import { report } from './report.ts'
import { runChaos } from './run-chaos.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

// So that the processes that were started are ended, too.
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

const [command, ...parameters] = process.argv.slice(2)
if (command === 'faults') process.exit(await runFaults(parameters, stopping.signal))

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '0' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    rounds: { type: 'string', default: '1' },
    with: { type: 'string' },
    store: { type: 'string' },
    short: { type: 'boolean', default: false },
  },
})
const usage = `usage: npm run chaos -- [--seconds N] [--rounds N] [--seed N] [--short]
  [--with ${legNames.join('|')}] [--store postgres|sqlite]`

const options = {
  seed: Number(values.seed),
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
}
const legName = legNames.find((name) => name === values.with)
const leg = legName && legs[legName]
const store = (['postgres', 'sqlite'] as const).find((name) => name === values.store)
const isKnown = leg?.name === values.with && store === values.store
const isFit = leg?.store === undefined || store === undefined || leg.store === store
if (!Object.values(options).every(Number.isSafeInteger) || !isKnown || !isFit) end(usage)
const lack = leg?.missing?.()
if (lack !== undefined) end(lack)

let bad = 0
for (let round = 1; round <= options.rounds && !stopping.signal.aborted; round += 1) {
  const isGood = await runOnce(round).catch((error: unknown) => {
    print(`FAILED: ${error instanceof Error ? error.message : String(error)}\n`)
    return false
  })
  if (!isGood) bad += 1
}
await leg?.close?.()
process.exit(bad > 0 ? 1 : 0)

function end(why: string): never {
  process.stderr.write(`${why}\n`)
  process.exit(2)
}

async function runOnce(round: number): Promise<boolean> {
  const seed = options.seed + round - 1
  print(`run ${round} of ${options.rounds}, --seed ${seed}`)
  const beganAt = Date.now()
  const { seconds } = options
  const { signal } = stopping
  const chosen = { leg, store, isShort: values.short }
  const result = await runChaos({ seed, seconds, ...chosen, say: print, signal })
  for (const line of report(result)) print(line)
  const isGood = result.findings.every(({ violations }) => violations.length === 0)
  print(`${isGood ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - beganAt) / 1000)} s\n`)
  return isGood
}
