/**
 * The chaos test as a command: for as long as you like, with a line for each fault. `faults` runs
 * scenarios of faults instead.
 */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { runFaults } from './faults/command.ts'
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
  },
})

const options = {
  seed: Number(values.seed),
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
}
if (!Object.values(options).every(Number.isSafeInteger)) {
  process.stderr.write('usage: npm run chaos -- [--seconds N] [--rounds N] [--seed N]\n')
  process.exit(2)
}

let bad = 0
for (let round = 1; round <= options.rounds && !stopping.signal.aborted; round += 1) {
  if (!(await runOnce(round))) bad += 1
}
process.exit(bad > 0 ? 1 : 0)

async function runOnce(round: number): Promise<boolean> {
  const seed = options.seed + round - 1
  print(`run ${round} of ${options.rounds}, --seed ${seed}`)
  const beganAt = Date.now()
  const { seconds } = options
  const result = await runChaos({ seed, seconds, say: print, signal: stopping.signal })
  for (const line of report(result)) print(line)
  const isGood = result.findings.every(({ violations }) => violations.length === 0)
  print(`${isGood ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - beganAt) / 1000)} s\n`)
  return isGood
}
