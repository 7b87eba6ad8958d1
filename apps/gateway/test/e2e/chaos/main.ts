/** The chaos test as a command: for as long as you like, with a line for each fault. */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { report } from './report.ts'
import { runChaos } from './run-chaos.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '0' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    rounds: { type: 'string', default: '1' },
  },
})

let bad = 0
for (let round = 0; round < Number(values.rounds); round += 1) {
  const seed = Number(values.seed) + round
  print(`run ${round + 1} of ${values.rounds}, --seed ${seed}`)
  const beganAt = Date.now()
  const result = await runChaos({ seed, seconds: Number(values.seconds), say: print })
  for (const line of report(result)) print(line)
  const isGood = result.findings.every(({ faults }) => faults.length === 0)
  print(`${isGood ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - beganAt) / 1000)} s\n`)
  if (!isGood) bad += 1
}
process.exit(bad > 0 ? 1 : 0)
