/** Fuzzing as a command: from the OpenAPI document that a gateway serves, against that gateway. */
import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { openTarget } from './open-target.ts'
import { runSchemathesis } from './run-schemathesis.ts'

const { values } = parseArgs({
  options: {
    examples: { type: 'string', default: '10' },
    minutes: { type: 'string', default: '0' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
})

const examples = Number(values.examples)
const minutes = Number(values.minutes)
const seed = Number(values.seed)
if (![examples, seed].every(Number.isSafeInteger) || !(minutes >= 0)) {
  process.stderr.write('usage: npm run fuzz -- [--minutes N] [--examples N] [--seed N]\n')
  process.exit(2)
}

const target = await openTarget()
try {
  process.stdout.write(`--seed ${seed}\n`)
  process.exitCode = await runSchemathesis(target, { examples, minutes, seed })
  const faults = target.faults()
  for (const line of faults) process.stdout.write(`${line}\n`)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await target.close()
}
